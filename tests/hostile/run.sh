#!/bin/bash
# Hostile inputs, made by rule (hostile.c), and what is too large for memory: lines of many megabytes, millions of tags, moves and
# games, under a limit of memory. With FULL=1 each byte of each sample, hundreds of thousands of bit flips and lines of 1 GB.
# Called by tests/run.sh. Ends with "N passed, N failed".
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
build=$(cd "${BUILD:-build}" && pwd) || exit 2
PATH=$build/bin:$PATH
hostile=$build/tests/hostile/hostile
work=$(mktemp -d "$build/hostile.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

add() { # a run of hostile, whose last line counts
    local last
    "$hostile" "$@" >"$work/out" 2>&1
    sed '$d' "$work/out"
    last=$(tail -n 1 "$work/out")
    if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        passed=$((passed + BASH_REMATCH[1]))
        failed=$((failed + BASH_REMATCH[2]))
    else
        echo "hostile $1: ended without a count: $last"
        failed=$((failed + 1))
    fi
}

files=()
for file in tests/hostile/states/* samples/faulty/*; do
    [ "$(wc -c <"$file")" -gt 6000 ] || files+=("$file")
done
if [ -n "${FULL:-}" ]; then
    for file in samples/*/*.{pgn,gc,alg,txt,jsonl,variant}; do
        { [ -f "$file" ] && [ "$(wc -c <"$file")" -le 6000 ]; } && files+=("$file")
    done
    add bytes 1 "${files[@]}"
    add flips 20000 "${files[@]}"
    add growth
else
    add bytes 23 tests/hostile/states/*
    add flips 100 "${files[@]}"
fi

# ---- large inputs ----

megabytes=8
memory=400000 # kilobytes
seconds=300
[ -z "${FULL:-}" ] || { megabytes=1000 && seconds=3000; }

repeat() { yes "$1" | tr -d '\n' | head -c $((megabytes << 20)); }
lines() { yes "$1" | head -c $((megabytes << 20)); }

# What comes of it: a status below 2, within the limits of memory and time.
try() { # what, command...
    local status
    (ulimit -v $memory && timeout $seconds "${@:2}" >"$work/out" 2>"$work/err")
    status=$?
    if [ "$status" -le 1 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1: ${*:2}: status $status: $(head -c 200 "$work/err")"
    fi
}

case $build in */san | */cov) echo "$passed passed, $failed failed" && exit $((failed > 0)) ;; esac # other memory, other speed
for format in pgn gc alg coord uci json zsg; do
    try 'a line of one letter' nt-check -f $format < <(repeat x)
    try 'a line of blanks' nt-check -f $format < <(repeat ' ')
done
try 'one string' nt-check -f json < <(printf '"' && repeat x)
try 'an open comment' nt-check < <(printf '1. e4 {' && repeat x)
try 'millions of tags' nt-check < <(lines '[A "x"]')
try 'millions of tags, parsed' nt-parse < <(lines '[A "x"]')
try 'millions of variations' nt-check < <(repeat '(')
try 'millions of games' nt-conv -t gc < <(lines '1. e4 *')
try 'millions of games, sorted' nt-sort --memory=10M < <(lines '1. e4 *')
seconds=$((megabytes * 3)) # looking again and again through what came before takes minutes
try 'a comment of XML' nt-check -f xml < <(printf '<games><!-- ' && repeat '>' && printf ' --></games>')
try 'an instruction of XML' nt-check -f xml < <(printf '<games><?x ' && repeat '>' && printf ' ?></games>')
try 'an attribute of XML' nt-check -f xml < <(printf '<games x="' && repeat '>' && printf '"></games>')
try 'attributes of XML' nt-check -f xml < <(printf '<games ' && awk 'BEGIN { while (i < 400000) printf " a%d=\"1\"", i++ }')
try 'attributes of a page' nt-check -f html < <(printf '<p>White: Ann<p ' && awk 'BEGIN { while (i < 400000) printf " a%d", i++ }')
try 'a listing in one row' nt-parse -f html < <(echo '<table><tr><td>' && seq 1000 70000 | sed 's/.*\(...\)$/<p>ann-bob-2004-80-\1/')
seconds=5
named() { echo "[White \"$(seq -s ' ' 10000 19000)\"]" && echo "1. e4 {$(yes zzzzz | head -n 160000 | tr '\n' ' ')} *"; }
try 'a name of many parts' nt-conv --anonymize < <(named)
alike() { # names: each of a word sixty times and a number, in a text of that word
    yes "[White \"$(yes aaa | head -n 60 | tr '\n' ' ')" | head -n "$1" | awk '{ print $0 NR "\"]" }'
    echo "1. e4 {$(yes aaa | head -n 250000 | tr '\n' ' ')} *"
}
try 'names that begin alike' nt-conv --anonymize < <(alike 900)
try 'more names that begin alike' nt-conv --anonymize --limit tags=20000 < <(alike 10000)
for file in /dev/null /dev/zero; do try "$file" nt-check < <(head -c 5000000 $file); done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
