#!/bin/bash
# Games beyond all measure: by default a message with a place and the rest of the file read on, with raised limits the whole game,
# in memory that grows with it no faster than the text, and in time that does. With FULL=1 they are ten to a hundred times as
# large. Called by tests/run.sh. Ends with "N passed, N failed".
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
build=$(cd "${BUILD:-build}" && pwd) || exit 2
PATH=$build/bin:$PATH
work=$(mktemp -d "$build/bounds.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
raised=(--limit=nesting=1M --limit=plies=4M --limit=nags=1M --limit=tags=1M --limit=comment=1G --limit=game-bytes=1G)

# Of address space, in KiB; sanitizers take more of it than there is.
limit() { nm "$build/bin/nt-check" | grep -q '__asan_init\|__msan_init\|__tsan_init' || ulimit -v "$1"; }

verdict() { # 0 when it holds, and what it is
    passed=$((passed + ($1 == 0)))
    failed=$((failed + ($1 != 0)))
    [ "$1" -eq 0 ] || echo "failed: $2"
}

repeat() { awk -v word="$1" -v count="$2" 'BEGIN { for (i = 0; i < count; i++) printf "%s", word }'; }
game() { printf '[Event "%s"]\n\n' "$1"; cat; printf ' *\n\n[Event "next"]\n\n1. d4 *\n'; }
variations() { { printf '1. e4 '; repeat '(1. d4 ' "$1"; repeat ') ' "$1"; printf 'e5'; } | game variations; }
plies() { repeat 'Nf3 Nf6 Ng1 Ng8 ' "$(($1 / 4))" | game plies; }
comment() { { printf '1. e4 {'; repeat 'word word ' "$(($1 / 10))"; printf '} e5'; } | game comment; }
nags() { { printf '1. e4 '; repeat "\$1 " "$1"; printf 'e5'; } | game nags; }
tags() {
    awk -v count="$1" 'BEGIN { print "[Event \"tags\"]"; for (i = 2; i < count; i++) printf "[T%d \"%d\"]\n", i, i }'
    printf '\n1. e4 e5 *\n\n[Event "next"]\n\n1. d4 *\n'
}

# What a kind of game is told by default; the game after it is read.
told() { # kind size id
    "$1" "$2" >"$work/game.pgn"
    timeout 120 nt-check --verdicts "$work/game.pgn" >"$work/out" 2>&1
    status=$?
    [ "$status" -eq 1 ] && grep -qE "game.pgn:[0-9]+:[0-9]+: error: game 1: .*\[$3\]$" "$work/out" &&
        grep -q 'game 2: valid' "$work/out"
    verdict $? "$1 $2: $3"
}

# With raised limits it is valid, and read by a filter that writes it in so many KiB of address space.
whole() { # kind size KiB filter...
    local kind=$1 size=$2 memory=$3
    shift 3
    "$kind" "$size" >"$work/game.pgn"
    (limit "$memory"; timeout 300 "$@" "${raised[@]}" "$work/game.pgn") >"$work/out" 2>"$work/err"
    status=$?
    [ "$status" -eq 0 ] && [ ! -s "$work/err" ]
    verdict $? "$kind $size: $* in $memory KiB"
}

# The time for four times as much is less than ten times as long: 16 times would be the square. Short times are noise.
linear() { # kind size filter...
    local kind=$1 size=$2 times=() scale begin
    shift 2
    for scale in 1 4; do
        "$kind" "$((size * scale))" >"$work/game.pgn"
        begin=$(date +%s%N)
        timeout 300 "$@" "${raised[@]}" "$work/game.pgn" >/dev/null 2>&1
        times+=("$((($(date +%s%N) - begin) / 1000000 + 30))")
    done
    [ "${times[1]}" -lt $((times[0] * 10)) ]
    verdict $? "$kind $size: $* took ${times[*]} ms for four times as much"
}

scale=1
[ -z "${FULL:-}" ] || scale=10
told variations 20000 limit-nesting
told plies 120000 limit-plies
told comment 2000000 limit-comment
told nags 40000 limit-nags
told tags 20000 limit-tags
for filter in nt-check nt-conv nt-parse 'nt-conv -t json'; do
    read -ra words <<<"$filter"
    whole variations $((20000 * scale)) $((60000 * scale)) "${words[@]}"
    whole plies $((100000 * scale)) $((60000 * scale)) "${words[@]}"
    whole comment $((2000000 * scale)) $((60000 * scale)) "${words[@]}"
    whole nags 40000 60000 "${words[@]}"
    whole tags 20000 60000 "${words[@]}"
    linear nags $((10000 * scale)) "${words[@]}"
    linear tags $((5000 * scale)) "${words[@]}"
    linear variations $((5000 * scale)) "${words[@]}"
done
# Several processes hold no more of what they write than of what they read, and keep no more than that of what is no game.
for ((i = 0; i < 2600; i++)); do cat samples/chess/blitz.pgn; done >"$work/game.pgn"
(limit 49152; timeout 120 nt-replay --each -j3 "$work/game.pgn") 2>"$work/err" | cksum >"$work/shared"
nt-replay --each "$work/game.pgn" | cksum | cmp -s - "$work/shared" && [ ! -s "$work/err" ]
verdict $? 'nt-replay --each -j3 in 49152 KiB'
{ head -n 20 samples/chess/blitz.pgn; head -c 200000000 /dev/zero | tr '\0' ' '; } | timeout 60 nt-check -j2 >"$work/out" 2>"$work/err"
status=$?
[ "$status" -eq 2 ] && grep -q 'more than 128 MB lie between the ends of two games; --jobs=1 reads it$' "$work/err"
verdict $? 'nt-check -j2 of 200 MB of blanks'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
