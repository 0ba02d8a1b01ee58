#!/bin/bash
# Runs the fuzzers: fuzz.sh SECONDS [TARGET...]. The corpus grows in $BUILD/corpus/TARGET; an input that ends in a fault is left
# in $BUILD/faults and belongs into tests/fuzz/found/TARGET once the fault is mended. A line for each run is added to
# $BUILD/fuzz.tsv, of which the last lines give the sums: processor time is that of the user. Called by make fuzz.
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
seconds=$1
shift
[ $# -gt 0 ] || set -- pgn gc alg coord uci json html xml zsg guess code pattern variant betza moves
tests/fuzz/seeds.sh "$BUILD/seeds" || exit 2
mkdir -p "$BUILD/faults"
export ASAN_OPTIONS=quarantine_size_mb=8 # blocks are filled when they are freed; a longer quarantine halves the speed
failed=0

# One target: adds TARGET, executions, seconds of the processor, edges, inputs in the corpus, faults.
run() {
    local log=$BUILD/fuzz.$1.log dictionary=tests/fuzz/$1.dict time status runs edges inputs
    mkdir -p "$BUILD/corpus/$1"
    case $1 in gc | alg | coord | uci | zsg | guess) dictionary=tests/fuzz/lists.dict ;; pattern) dictionary=tests/fuzz/code.dict ;; esac
    local options=(-max_total_time="$seconds" -max_len=4096 -timeout=20 -rss_limit_mb=3000 -print_final_stats=1)
    [ ! -f "$dictionary" ] || options+=(-dict="$dictionary")
    local TIMEFORMAT=%U
    time=$({ time NT_FUZZ=$1 "$BUILD/tests/fuzz/fuzz" "${options[@]}" -artifact_prefix="$BUILD/faults/$1-" \
        "$BUILD/corpus/$1" "$BUILD/seeds/$1" >"$log" 2>&1; } 2>&1)
    status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    edges=$(grep -aoE '^#[0-9].* cov: [0-9]+' "$log" | tail -n 1 | sed 's/.* //')
    inputs=$(find "$BUILD/corpus/$1" -type f | wc -l)
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$1" "${runs:-0}" "$time" "${edges:-0}" "$inputs" $((status != 0)) >>"$BUILD/fuzz.tsv"
    [ "$status" -eq 0 ] || { failed=1; grep -aE '^not so|ERROR:|SUMMARY|runtime error' "$log" | cut -c 1-300; }
}

# The sums over all runs in $BUILD.
tell() {
    awk -F '\t' '
        !($1 in runs) { order[++n] = $1 }
        { runs[$1] += $2; time[$1] += $3; edges[$1] = $4 > edges[$1] ? $4 : edges[$1]; inputs[$1] = $5; faults[$1] += $6
          all += $2; long += $3; found += $6 }
        END {
            for (i = 1; i <= n; i++) {
                t = order[i]
                printf "%s: %d executions, %d s of the processor, %d edges, %d inputs in the corpus, %d faults\n", t, runs[t],
                       time[t], edges[t], inputs[t], faults[t]
            }
            printf "all: %d executions, %d s of the processor, %d faults\n", all, long, found
        }' "$BUILD/fuzz.tsv"
}

for target in "$@"; do run "$target"; done
tell
exit $failed
