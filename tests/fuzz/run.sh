#!/bin/bash
# Inputs that once ended in a fault (found/TARGET/), and the seeds of the fuzzers, go through their targets without a fuzzer.
# Arguments name targets to be run alone. Called by tests/run.sh. Ends with "N passed, N failed".
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
replay=${BUILD:-build}/tests/fuzz/replay
work=$(mktemp -d "${BUILD:-build}/seeds.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

tests/fuzz/seeds.sh "$work" || exit 2
[ $# -gt 0 ] || set -- '*'
# shellcheck disable=SC2068 # names of targets, or all
for folder in ${@/#/tests/fuzz/found/} ${@/#/$work/}; do
    files=("$folder"/*)
    [ -f "${files[0]}" ] || continue
    # one after the other; those behind a fault are run again without it
    while [ ${#files[@]} -gt 0 ]; do
        "$replay" "${files[@]}" >"$work/log" 2>"$work/err" && passed=$((passed + ${#files[@]})) && break
        ran=$(grep -c . "$work/log")
        [ "$ran" -gt 0 ] || exit 2
        passed=$((passed + ran - 1))
        failed=$((failed + 1))
        echo "${files[ran - 1]}:"
        head -c 2000 "$work/err"
        files=("${files[@]:ran}")
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
