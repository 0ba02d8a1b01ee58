#!/bin/bash
# Speed against the programs that stand where the filters want to stand: pairs in one run, CPU seconds of one thread, medians.
# Called by make bench; exit status 1 when a goal is missed by more than a tenth. MB=100 says how large the inputs are made, RUNS=5
# how often each program runs. Games: ../shared/data/pgn where it is, else the samples. A peer that is not installed is left out.
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
BUILD=$(cd "${BUILD:-build}" && pwd) || exit 2
export PATH="$BUILD/bin:$PATH:/usr/games"
MB=${MB:-100} RUNS=${RUNS:-5}
data=../shared/data/pgn
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
missed=0

# ---- inputs ----

# Repeats games to a size; they are cut at the end of a game, so that no repetition glues two.
make_input() { # name file
    local whole=$work/whole
    case $2 in *.gz) gzip -dc "$2" ;; *) cat "$2" ;; esac |
        awk '/^\[Event / { n = NR } { line[NR] = $0 } END { for (i = 1; i < n; i++) print line[i] }' >"$whole"
    : >"$work/$1"
    while [ "$(stat -c %s "$work/$1")" -lt $((MB * 1000000)) ]; do cat "$whole" >>"$work/$1"; done
    rm -f "$whole"
}

if [ -e $data/engine-light.pgn.gz ]; then
    make_input light.pgn $data/engine-light.pgn.gz
    make_input heavy.pgn $data/engine-heavy.pgn.gz
else
    make_input light.pgn samples/chess/blitz.pgn
    make_input heavy.pgn samples/chess/blitz.pgn
    echo "without $data: the samples stand for both inputs, and the goals are not theirs"
fi
light=$work/light.pgn heavy=$work/heavy.pgn

# ---- measuring ----

cpu() { # seconds of CPU of one run
    { TIMEFORMAT='%U %S'; time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ t = $1 + $2; printf "%.3f\n", (t > 0.001 ? t : 0.001) }'
}

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

# Ours and a peer in turn; the ratio of the medians, and how it stands to the goal.
pair() { # title goal ours... -- peer...
    local title=$1 goal=$2 ours=() peer run
    shift 2
    while [ "$1" != -- ]; do ours+=("$1"); shift; done
    shift
    peer=("$@")
    if ! command -v "${peer[0]}" >/dev/null; then
        printf '%-28s left out: %s is not installed\n' "$title" "${peer[0]}"
        return
    fi
    : >"$work/ours"; : >"$work/peer"
    for ((run = 0; run < RUNS; run++)); do
        cpu "${ours[@]}" >>"$work/ours"
        cpu "${peer[@]}" >>"$work/peer"
    done
    awk -v title="$title" -v goal="$goal" -v o="$(median <"$work/ours")" -v p="$(median <"$work/peer")" -v name="${peer[0]/#sh/fairy-stockfish}" \
        'BEGIN { r = p / o; v = r >= goal ? "met" : r >= goal * 0.9 ? "nearly" : "MISSED"
                 printf "%-28s %-14s %8.3f s %8.3f s %6.2fx  goal %4.1fx  %s\n", title, name, o, p, r, goal, v
                 exit v == "MISSED" }' || missed=$((missed + 1))
}

instructions() { # of one run, where valgrind is installed
    NT_NO_SANDBOX=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null | sed -n 's/.*Collected : //p'
}

# ---- the table ----

printf '%-28s %-14s %10s %10s\n' "job, $MB MB, medians of $RUNS" peer ours peer
pair 'nt-check' 10 nt-check "$light" -- pgn-extract -s -r "$light"
pair 'nt-conv -t pgn' 6 nt-conv -t pgn "$light" -- pgn-extract -s -o/dev/null "$light"
pair 'nt-conv -t uci' 10 nt-conv -t uci "$light" -- pgn-extract -s -Wuci "$light"
pair 'nt-replay --each --as=fen' 6 nt-replay --each --as=fen "$light" -- pgn-extract -s -Wepd "$light"
pair 'nt-check, comments' 20 nt-check "$heavy" -- pgn-extract -s -r "$heavy"
pair 'nt-grep --tag (tags only)' 0.83 nt-grep -s -c --tag 'WhiteElo>3700' "$light" -- wc -w "$light"

for row in chess:5:2.5 crazyhouse:5:1.5 capablanca:4:1.5 grand:4:1.5 shatranj:5:1.5 makruk:5:1.5; do
    IFS=: read -r variant depth goal <<<"$row"
    printf 'setoption name UCI_Variant value %s\nposition startpos\ngo perft %s\nquit\n' "$variant" "$depth" >"$work/uci"
    command -v fairy-stockfish >/dev/null || continue
    pair "nt-perft -v $variant $depth" "$goal" nt-perft -v "$variant" "$depth" -- sh -c "fairy-stockfish <$work/uci"
done

# ---- what has no peer ----

row() { printf '%-44s %s\n' "$@"; }

echo
chess=$(cpu nt-perft 5) glinski=$(cpu nt-perft -v glinski 4)
row 'perft, million leaves a second' "$(awk -v c="$chess" -v g="$glinski" \
    'BEGIN { printf "chess %.1f, glinski %.1f", 4.865609 / c, 7.282418 / g }')"
if command -v valgrind >/dev/null; then
    head -c 1500000 "$light" >"$work/short.pgn"
    plies=$(nt-check -q --summary "$work/short.pgn" 2>&1 | sed -n 's/.* \([0-9]*\) plies.*/\1/p')
    start=$(instructions nt-check /dev/null) whole=$(instructions nt-check "$work/short.pgn")
    row 'nt-check, instructions a ply' "$(((whole - start) / plies))"
    start=$(instructions nt-perft 1) whole=$(instructions nt-perft 4)
    row 'nt-perft, instructions a leaf' "$(((whole - start) / 197281))"
fi

elapsed() { # seconds on the clock, the best of RUNS
    local run
    for ((run = 0; run < RUNS; run++)); do { TIMEFORMAT=%R; time "$@" >/dev/null 2>&1; } 2>&1; done | sort -n | head -n 1
}
row 'start of nt-check, ms' "$(awk -v t="$(for i in 1 2 3 4 5 6 7 8 9 10; do : "$i"; elapsed nt-check /dev/null; done | sort -n | head -n 1)" \
    'BEGIN { print 1000 * t }')"
# What two processors give depends on the machine: those of a virtual one may share a core, or have neighbours. So two runs that
# know nothing of each other stand beside -j2, which has to reach nine tenths of their throughput: 1.8 where theirs is 2.
two_apart() { nt-check "$light" & nt-check "$light"; wait; }
if [ "$(nproc)" -gt 1 ]; then
    : >"$work/one"; : >"$work/two"; : >"$work/apart"
    TIMEFORMAT=%R
    for ((run = 0; run < 2 * RUNS; run++)); do
        { time nt-check "$light" >/dev/null 2>&1; } 2>>"$work/one"
        { time nt-check -j2 "$light" >/dev/null 2>&1; } 2>>"$work/two"
        { time two_apart >/dev/null 2>&1; } 2>>"$work/apart"
    done
    read -r throughput apart <<<"$(awk -v a="$(median <"$work/one")" -v b="$(median <"$work/two")" -v c="$(median <"$work/apart")" \
        'BEGIN { printf "%.2f %.2f", a / b, 2 * a / c }')"
    row 'nt-check -j2, times the throughput of -j1' "$throughput; two runs apart $apart, goal nine tenths of that"
    awk -v t="$throughput" -v apart="$apart" 'BEGIN { exit t < 0.9 * 0.9 * (apart < 2 ? apart : 2) }' || missed=$((missed + 1))
fi

if [ -x /usr/bin/time ]; then
    for size in 10 100 1000; do
        for ((sum = 0; sum < size * 1000000; sum += $(stat -c %s "$light"))); do cat "$light"; done | head -c $((size * 1000000)) |
            /usr/bin/time -f '%M %U' nt-check -q 2>"$work/time"
        row "nt-check, $size MB: KiB at the peak, CPU seconds" "$(tail -n 1 "$work/time")"
    done
fi

echo "$missed goals missed by more than a tenth"
[ "$missed" -eq 0 ]
