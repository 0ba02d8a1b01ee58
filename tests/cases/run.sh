#!/bin/bash
# Runs the cases: public faults of programs in this field and doubtful PGN files, each with the answer that is right. cases.tsv
# says what nt-check, nt-parse and nt-replay find in an input, texts.tsv what a command writes; README.md explains both. With
# --came it writes the rows of cases.tsv as they come out now. Ends with "N passed, N failed".
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
BUILD=$(cd "${BUILD:-build}" && pwd) || exit 2
cd tests/cases || exit 2
export PATH="$BUILD/bin:$PATH"
unset POSIXLY_CORRECT NO_COLOR
names=(exit games results findings final)
passed=0
failed=0

count() { # 0 or 1: whether the test failed
    failed=$((failed + $1))
    passed=$((passed + 1 - $1))
}

# The lines of standard input as one line with "; " between them, none when there are no lines.
joined() { awk '{ line = line (NR > 1 ? "; " : "") $0 } END { print (NR ? line : "none") }'; }

# What comes out for an input, with tabs between: exit status, a verdict for each game, results, findings, last positions.
came() { # input options
    local out status options
    read -ra options <<<"$2"
    out=$(timeout 20 nt-check --verdicts "${options[@]}" "$1" 2>&1)
    status=$?
    printf '%s\t%s\t%s\t%s\t%s\n' "$status" \
        "$(sed -n 's/.*: game [0-9]*: \(valid\|invalid\), \([0-9]*\) plies, \([^ ]*\) [0-9a-f]*, /\1 \2 \3 /p' <<<"$out" | joined)" \
        "$(nt-parse -q "$1" 2>/dev/null | sed -n 's/.*"result":"\([^"]*\)".*/\1/p' | joined)" \
        "$(sed -n 's/^.*:\([0-9]*:[0-9]*\): \(error\|warning\|note\): .*\[\([a-z-]*\)\]$/\1 \2 \3/p' <<<"$out" | joined)" \
        "$(nt-replay -q --final "${options[@]}" "$1" 2>/dev/null | joined)"
}

# A row of cases.tsv: compares field by field; - is not compared.
judge() { # case input options exit games results findings final
    local now due=("${@:4}") bad=0 i
    IFS=$'\t' read -ra now <<<"$(came "$2" "${3#none}")"
    for i in "${!names[@]}"; do
        if [ "${due[i]-}" != - ] && [ "${now[i]-}" != "${due[i]-}" ]; then
            bad=1
            printf '%s %s %s: %s\n due:  %s\n came: %s\n' "$1" "$2" "$3" "${names[i]}" "${due[i]-}" "${now[i]-}"
        fi
    done
    count "$bad"
}

# A row of texts.tsv: compares what the command writes.
judge_text() { # case command due
    local now bad=0
    now=$(timeout 20 sh -c "$2" 2>/dev/null </dev/null)
    if [ "$now" != "$(printf '%b' "$3")" ]; then
        bad=1
        printf '%s %s\n due:  %s\n came: %s\n' "$1" "$2" "$3" "$now"
    fi
    count "$bad"
}

rows() { grep -v '^#' "$1"; }

if [ "${1-}" = --came ]; then
    rows cases.tsv | while IFS=$'\t' read -r case input options _; do
        printf '%s\t%s\t%s\t%s\n' "$case" "$input" "$options" "$(came "$input" "${options#none}")"
    done
    exit 0
fi
while IFS=$'\t' read -ra row <&3; do judge "${row[@]}"; done 3< <(rows cases.tsv)
while IFS=$'\t' read -r case command due <&3; do judge_text "$case" "$command" "$due"; done 3< <(rows texts.tsv)
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
