#!/bin/sh
# Replays the random games of this folder; with FULL=1, where ../shared is at hand, all of them and the collections of real
# games. Ends with "N passed, N failed".
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
BUILD=${BUILD:-build}
SHARED=${SHARED:-../shared}
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
passed=0
failed=0

random_games() { # table pgn: adds up what games.c says
    "$BUILD/tests/games/games" "$1" "$2" >"$dir/out"
    last=$(tail -n 1 "$dir/out")
    good=${last%% passed*}
    bad=${last#*, }
    bad=${bad%% *}
    case $last in
    *' passed, '*' failed') ;;
    *) good=0 bad=1 ;;
    esac
    sed '$d' "$dir/out"
    passed=$((passed + good))
    failed=$((failed + bad))
}

show() {
    case $1 in
    *.gz) gzip -dc "$1" ;;
    *) cat "$1" ;;
    esac
}

# One collection: nt-check must come to the numbers of the table, with exit status 0 or, where a game is not valid, 1.
collection() { # file games plies valid invalid
    due="$2 games, $3 plies, $4 valid, $5 invalid"
    show "$SHARED/data/$1" | "$BUILD/bin/nt-check" -q --summary 2>"$dir/summary"
    status=$?
    came=$(sed 's/, [0-9]* warnings$//' "$dir/summary")
    if [ "$came" = "$due" ] && [ "$status" -eq $(($5 > 0)) ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1: $came (status $status), due $due"
    fi
}

random_games tests/games/random.tsv tests/games/random.pgn
if [ "${FULL:-0}" = 1 ] && [ -d "$SHARED/data" ]; then
    show "$SHARED/data/square-variants/random-games.tsv.gz" >"$dir/random.tsv"
    show "$SHARED/data/square-variants/random-games.pgn.gz" >"$dir/random.pgn"
    random_games "$dir/random.tsv" "$dir/random.pgn"
    while IFS='	' read -r file games plies valid invalid; do
        case $file in '#'*) continue ;; esac
        collection "$file" "$games" "$plies" "$valid" "$invalid"
    done <tests/games/collections.tsv
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
