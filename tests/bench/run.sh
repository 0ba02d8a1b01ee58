#!/bin/bash
# Speed of the filters on this machine, best of three runs, with a peer in the same run where one is installed. Called by make
# bench. Input: a PGN file given as argument, else the samples over and over, about 20 MB.
set -eu
export LC_ALL=C
cd "$(dirname "$0")/../.."
BUILD=$(cd "${BUILD:-build}" && pwd)
export PATH="$BUILD/bin:$PATH"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ $# -gt 0 ]; then
    input=$1
else
    input=$work/games.pgn
    while [ "$(stat -c %s "$input" 2>/dev/null || echo 0)" -lt 20000000 ]; do cat samples/chess/blitz.pgn >>"$input"; done
fi
bytes=$(stat -c %s "$input")
plies=$(nt-check -q --summary "$input" 2>&1 | sed -n 's/.* \([0-9]*\) plies.*/\1/p')

best() { # seconds of CPU, best of three
    local run
    for run in 1 2 3; do : "$run"
        { TIMEFORMAT='%U %S'; time "$@" >/dev/null 2>&1; } 2>&1 || :
    done | awk '{ t = $1 + $2; if (NR == 1 || t < least) least = t } END { printf "%.3f", least ? least : 0.001 }'
}

report() { # name command...
    local name=$1 seconds
    shift
    seconds=$(best "$@")
    awk -v name="$name" -v s="$seconds" -v b="$bytes" -v p="$plies" \
        'BEGIN { printf "%-28s %7.3f s %8.1f MB/s %7.0f ns a ply\n", name, s, b / s / 1e6, s / p * 1e9 }'
}

echo "input: $bytes bytes, $plies plies"
report 'nt-parse' nt-parse "$input"
report 'nt-grep --tag (tags only)' nt-grep -s -c --tag 'WhiteElo>3700' "$input"
report 'wc -w (peer)' env LC_ALL=C.UTF-8 wc -w "$input"
report 'nt-grep --material' nt-grep -s -c --material KRPkr "$input"
report 'nt-grep --pattern' nt-grep -s -c --pattern '*/*/*/*/*/*/*/*K2R*' "$input"
report 'nt-grep --contains' nt-grep -s -c --contains 'Nf3 Nc6' "$input"
report 'nt-uniq' nt-uniq -q -c "$input"
report 'nt-sort' nt-sort -q "$input"
report 'nt-check' nt-check "$input"
report 'nt-replay --each' nt-replay --each "$input"
report 'nt-conv -t pgn' nt-conv -t pgn "$input"
report 'nt-conv -t uci' nt-conv -t uci "$input"
report 'nt-conv -t gc' nt-conv -t gc "$input"
if command -v pgn-extract >/dev/null; then report 'pgn-extract -Wuci (peer)' pgn-extract -s -Wuci "$input"; fi

seconds=$(best nt-perft 5)
awk -v s="$seconds" 'BEGIN { printf "%-28s %7.3f s %8.1f million leaves a second\n", "nt-perft 5", s, 4.865609 / s }'
