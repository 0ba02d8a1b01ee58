#!/bin/bash
# Golden cases: tests/golden/TOOL/CASE/ holds `cmd` (run by sh in that folder, the filters on its PATH) and what it must give:
# `out`, `err`, `exit`; an absent file means nothing written, or status 0. Arguments name cases to run alone. Two at a time.
# Ends with "N passed, N failed".
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
BUILD=$(cd "${BUILD:-build}" && pwd) || exit 2
TOP=$PWD
export BUILD TOP
export PATH="$BUILD/bin:$PATH"
unset POSIXLY_CORRECT NO_COLOR

# Compares what came with what was due; says where they differ.
differs() { # case name due came
    if [ -e "$3" ]; then due=$3; else due=/dev/null; fi
    ! diff -u --label "$1 due: $2" --label "$1 came: $2" "$due" "$4"
}

run_case() {
    local case=$1 dir bad=0 status due_status=0
    dir=$(mktemp -d "$BUILD/golden.XXXXXX") || return 1
    (cd "$case" && timeout 60 sh ./cmd </dev/null >"$dir/out" 2>"$dir/err")
    status=$?
    {
        [ -e "$case/exit" ] && due_status=$(cat "$case/exit")
        [ "$status" = "$due_status" ] || { echo "$case: exit status $status, due $due_status"; bad=1; }
        differs "$case" out "$case/out" "$dir/out" && bad=1
        differs "$case" err "$case/err" "$dir/err" && bad=1
        [ "$bad" -eq 0 ] && echo "passed: $case" || echo "failed: $case"
    } >"$dir/report" 2>&1
    printf '%s\n' "$(<"$dir/report")" # one write, so that two cases do not mix
    rm -rf "$dir"
}

if [ "${1:-}" = --case ]; then
    run_case "$2"
    exit 0
fi
if [ $# -eq 0 ]; then set -- tests/golden/*/*/; fi
report=$BUILD/golden-report
: >"$report"
printf '%s\0' "$@" | xargs -0 -n 1 -P 2 "$0" --case >>"$report"
grep -v '^passed: ' "$report"
passed=$(grep -c '^passed: ' "$report")
echo "$passed passed, $(($# - passed)) failed"
[ "$passed" -eq $# ]
