#!/bin/bash
# Runs the fuzzers: fuzz.sh SECONDS [TARGET...]. The corpus grows in $BUILD/corpus/TARGET; an input that ends in a fault is left
# in $BUILD/faults and belongs into tests/fuzz/found/TARGET once the fault is mended. Called by make fuzz.
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
seconds=$1
shift
[ $# -gt 0 ] || set -- pgn gc alg coord uci json guess code pattern variant betza moves
tests/fuzz/seeds.sh "$BUILD/seeds" || exit 2
mkdir -p "$BUILD/faults"
failed=0
for target in "$@"; do
    mkdir -p "$BUILD/corpus/$target"
    dictionary=tests/fuzz/$target.dict
    case $target in gc | alg | coord | uci | guess) dictionary=tests/fuzz/lists.dict ;; pattern) dictionary=tests/fuzz/code.dict ;; esac
    options=(-max_total_time="$seconds" -max_len=4096 -timeout=20 -rss_limit_mb=3000 -print_final_stats=1 -verbosity=0)
    [ ! -f "$dictionary" ] || options+=(-dict="$dictionary")
    NT_FUZZ=$target "$BUILD/tests/fuzz/fuzz" "${options[@]}" -artifact_prefix="$BUILD/faults/$target-" \
        "$BUILD/corpus/$target" "$BUILD/seeds/$target" >"$BUILD/fuzz.$target.log" 2>&1
    status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$BUILD/fuzz.$target.log")
    echo "$target: ${runs:-?} executions, $(find "$BUILD/corpus/$target" -type f | wc -l) inputs in the corpus"
    [ "$status" -eq 0 ] || { failed=1; grep -aE '^not so|ERROR:|SUMMARY|runtime error' "$BUILD/fuzz.$target.log" | cut -c 1-300; }
done
exit $failed
