#!/bin/bash
# Tournament tables of nt-stat against tables.awk, which works them out a second time from the tags; counts of shards against
# those of the whole. Ends with "N passed, N failed".
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
BUILD=$(cd "${BUILD:-build}" && pwd) || exit 2
cd tests/stat || exit 2
export PATH="$BUILD/bin:$PATH"
shared=../../../shared/data
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

same() { # name due came
    if diff -u --label "$1 due" --label "$1 came" "$2" "$3"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
}

ties=wins,sonneborn-berger,buchholz,buchholz-cut1,buchholz-cut2,median,median2,koya,progressive,performance

tables() { # name file
    awk -f tables.awk "$2" >"$work/due"
    nt-stat --tags-only -t csv --tie-breaks=$ties "$2" | sed 1d | cut -d , -f 2- | sort >"$work/came"
    [ -s "$work/due" ] || echo nothing >>"$work/due"
    same "$1" "$work/due" "$work/came"
}

made() { # players rounds seed
    awk -v players="$1" -v rounds="$2" -v seed="$3" -f swiss.awk >"$work/$1-$2-$3.pgn"
    tables "$1 players, $2 rounds, seed $3" "$work/$1-$2-$3.pgn"
}

made 6 5 1    # each against each
made 8 14 2   # twice
made 12 3 3   # as many rounds and players as the tournament of 2017
made 20 5 4
made 30 9 5

tables 'half final 1999' ../../samples/tournament/half-final-1999.pgn
if [ -d "$shared/glinski" ] && command -v jq >/dev/null 2>&1; then
    # one file for each event, with the result of the moves as a tag, because tables.awk reads tags alone
    nt-conv -q --language=hu -t json "$shared/glinski/tournaments-hu.pgn" 2>/dev/null |
        jq -c '(if .result == "remi" then "1/2-1/2" else .result end) as $r | select($r != null) |
            {White: .tags.White, Black: .tags.Black, Event: .tags.Event, Result: $r}' >"$work/hu"
    jq -r .Event "$work/hu" | sort -u >"$work/events"
    while read -r event; do
        jq -r --arg event "$event" 'select(.Event == $event and .White != null and .Black != null) |
            "[Event \"\(.Event)\"]\n[White \"\(.White)\"]\n[Black \"\(.Black)\"]\n[Result \"\(.Result)\"]\n\n\(.Result)\n"' \
            "$work/hu" >"$work/event.pgn"
        tables "$event" "$work/event.pgn"
    done <"$work/events"
    # the sums over all events of the file itself
    jq -s 'length' "$work/hu" >"$work/due"
    nt-stat -q --language=hu --results -t csv "$shared/glinski/tournaments-hu.pgn" |
        awk -F , '$2 != "*" { sum += $3 } NR > 1 && $2 != "*" { n = sum } END { print n }' >"$work/came"
    same 'results of all events' "$work/due" "$work/came"
fi

# Points of each player, of 12 with 9 games each: the sum is one point a game.
if [ -e "$shared/game-courier/tournament-2017-crosstable.txt" ]; then
    awk '/^p/ { sum += $2 } END { print sum }' "$shared/game-courier/tournament-2017-crosstable.txt" >"$work/due"
    awk -v players=12 -v rounds=9 -v seed=6 -f swiss.awk >"$work/2017.pgn"
    nt-stat --tags-only -t csv "$work/2017.pgn" | awk -F , 'NR > 1 { sum += $7 } END { print sum }' >"$work/came"
    same 'points of 2017' "$work/due" "$work/came"
fi

# Shards: whatever the split, the merged tables are those of the whole.
all=(../../samples/chess/*.pgn ../../samples/tournament/*.pgn ../../samples/hexagonal/* "$work"/20-5-4.pgn)
reports=(--standings --crosstable=auto --ratings --results --lengths --openings --tree=4)
nt-stat -q --by=Event,Variant "${reports[@]}" "${all[@]}" >"$work/due"
nt-stat -q --by=Event,Variant "${reports[@]}" --partial "${all[@]:0:2}" >"$work/a"
nt-stat -q --by=Event,Variant "${reports[@]}" --partial "${all[@]:2:7}" >"$work/b"
nt-stat -q --by=Event,Variant "${reports[@]}" --partial "${all[@]:9}" >"$work/c"
nt-stat -q --merge "${reports[@]}" "$work/c" "$work/a" "$work/b" >"$work/came"
same 'three shards' "$work/due" "$work/came"
nt-stat --merge --partial "$work/b" "$work/a" | nt-stat --merge "${reports[@]}" "$work/c" - >"$work/came"
same 'merged twice' "$work/due" "$work/came"
for form in json html; do
    nt-stat -q --by=Event,Variant "${reports[@]}" -t $form "${all[@]}" >"$work/due"
    nt-stat -q --merge "${reports[@]}" -t $form "$work/a" "$work/b" "$work/c" >"$work/came"
    same "shards as $form" "$work/due" "$work/came"
done
if command -v jq >/dev/null 2>&1; then
    echo 0 >"$work/due"
    nt-stat -q --by=Event,Variant "${reports[@]}" -t json "${all[@]}" | jq -e . >/dev/null
    echo $? >"$work/came"
    same 'JSON is sound' "$work/due" "$work/came"
fi
if command -v xmllint >/dev/null 2>&1; then
    nt-stat -q --by=Event "${reports[@]}" -t html "${all[@]}" | sed 1d | xmllint --noout - >"$work/came" 2>&1
    : >"$work/due"
    same 'HTML is well-formed' "$work/due" "$work/came"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
