#!/bin/bash
# Asks the databases that nt-conv makes with the sqlite3 command: what is in the tables, the queries of nt-sqlite(7), and a
# database that somebody else has locked; and loads many games, once broken off in the middle, under a limit of memory: 3,000, or
# with FULL=1 100,000. Answers are worked out by hand from the games. Ends with "N passed, N failed".
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
BUILD=${BUILD:-build}
games=tests/golden/nt-conv/sqlite
passed=0
failed=0
if ! command -v sqlite3 >/dev/null 2>&1; then
    echo "databases were not looked at: sqlite3 is not installed"
    echo "0 passed, 0 failed"
    exit 0
fi
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
db=$work/games.db

check() { # what due came
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s: due\n%s\ncame\n%s\n' "$1" "$2" "$3"
    fi
}

load() { "$BUILD/bin/nt-conv" -q -t sqlite --output "$db" "$@"; }
ask() { sqlite3 "$db" "$1"; }
query() { # number: of the example in the page
    awk -v number="$1" '/^\.Ed/ { on = 0 } on; /^\.Bd -literal/ { on = ++count == number }' man/nt-sqlite.7
}

load "$games/games.pgn"
check 'status of good games' 0 $?
check 'the example of moves' 'f1-c4|2|0.25
g1-f3|1|1.0' "$(ask "$(query 1)")"
check 'the example of players' 'Ann|3|2.5
Bob|3|1.5
Cyd|2|0.0' "$(ask "$(query 2)")"
check 'the example of transpositions' '1|4|3|4' "$(ask "$(query 3)")"
check 'the page has three examples' '' "$(query 4)"

load "$games/start.pgn" "$games/wrong.pgn"
check 'status of wrong games' 1 $?
load "$games/wrong.pgn" "$games/start.pgn" "$games/games.pgn"
check 'games' "1|chess||1-0|1.0|4|1|games.pgn|1|1
2|chess||1/2-1/2|0.5|3|1|games.pgn|8|2
3|chess||0-1|0.0|4|1|games.pgn|15|3
4|chess||*||2|1|games.pgn|22|4
5|chess||0-1|0.0|3|1|games.pgn|37|6
6|chess|4k3/8/8/8/8/8/8/4K2R w K - 0 1|1/2-1/2|0.5|2|1|start.pgn|1|1
7|chess||1-0|1.0|2|0|wrong.pgn|1|1
8|chess||1-0|1.0|2|0|wrong.pgn|5|2
9|||*||0|0|wrong.pgn|9|3" \
    "$(ask "SELECT id, variant, start, result, score, plies, legal, replace(file, '$games/', ''), line, number FROM games")"
check 'the hash of the rules' "$("$BUILD/bin/nt-variant" show chess | sed -n 's/^rules hash *//p')" \
    "$(ask 'SELECT DISTINCT rules FROM games WHERE rules IS NOT NULL')"
check 'tags' '1|White|Müller
2|Black|"D" \
3|FEN|4k3/8/8/8/8/8/8/4K2R w K - 0 1
4|SetUp|1' "$(ask 'SELECT number, name, value FROM tags WHERE game = 6')"
check 'plies' '0|
1|e1-g1
2|e8-e7' "$(ask 'SELECT ply, move FROM plies WHERE game = 6')"
check 'plies up to the illegal move' '7|2
8|2' "$(ask 'SELECT game, max(ply) FROM plies WHERE game > 6 GROUP BY game')"
check 'indexes' 'plies_by_position
tags_by_value' "$(ask "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")"
check 'soundness' 'ok' "$(ask 'PRAGMA integrity_check; PRAGMA foreign_key_check')"
check 'marks of the file' '1
1853122404' "$(ask 'PRAGMA user_version; PRAGMA application_id')"

db=$work/bare.db
load --no-tags "$games/games.pgn"
check 'without tags' '5|0' "$(ask 'SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM tags)')"

# More than one batch, and a run that ends in the middle of the second one: the first one stays.
db=$work/batches.db
for number in {1..1500}; do printf '[White "%s"]\n\n1. e4 *\n\n' "$number"; done >"$work/many.pgn"
(trap '' XFSZ && ulimit -f 230 && load "$work/many.pgn" 2>/dev/null)
check 'status of a full disk' 2 $?
check 'games before the disk was full' 1000 "$(ask 'SELECT count(*) FROM games')"
check 'the rest afterwards' "nt-conv: $db: 500 games added; 1000 refused, which were there already" \
    "$("$BUILD/bin/nt-conv" -t sqlite --output "$db" "$work/many.pgn" 2>&1)"
check 'soundness after a full disk' 'ok' "$(ask 'PRAGMA integrity_check')"

# Many games: in memory that does not depend on how many, and the same whether the run was broken off or not.
count=3000 memory=200000 # kilobytes
[ -z "${FULL:-}" ] || count=100000
case $BUILD in */san | */cov) memory=unlimited ;; esac # sanitizers take all addresses
"$BUILD/tests/database/playouts" $count >"$work/many.pgn"
db=$work/whole.db
started=$(date +%s)
(ulimit -v $memory && load "$work/many.pgn")
check 'status of many games' 0 $?
seconds=$(($(date +%s) - started))
[ -z "${FULL:-}" ] || echo "$count games in $seconds s"
check 'many games' $count "$(ask 'SELECT count(*) FROM games')"
kept='SELECT number, hex(key), result, plies, (SELECT max(position) FROM plies WHERE game = id) FROM games ORDER BY number'
ask "$kept" >"$work/whole"
db=$work/broken.db
"$BUILD/bin/nt-conv" -q -t sqlite --output "$db" "$work/many.pgn" &
for _ in {1..600}; do
    sleep 0.05
    there=$(ask 'SELECT count(*) FROM games' 2>/dev/null)
    [ "${there:-0}" -lt 1000 ] || break
done
kill -KILL $!
wait $! 2>/dev/null
there=$(ask 'SELECT count(*) FROM games')
check 'whole batches of what was broken off' 0 $((there % 1000))
check 'the games of a run that was broken off' "nt-conv: $db: $((count - there)) games added; $there refused, which were there already" \
    "$(ulimit -v $memory && "$BUILD/bin/nt-conv" -t sqlite --output "$db" "$work/many.pgn" 2>&1)"
check 'the same games, broken off or not' '' "$(ask "$kept" | diff "$work/whole" - | head)"
check 'soundness of many games' ok "$(ask 'PRAGMA integrity_check')"

# Whose tables they are.
db=$work/other.db
ask 'CREATE TABLE other (x)'
check 'a database of something else' "nt-conv: $db is a database of something else than games 2" \
    "$(load "$games/games.pgn" 2>&1) $?"
db=$work/games.db
ask 'PRAGMA user_version = 2'
check 'a database of later days' "nt-conv: $db is a database of games of version 2, not 1 2" "$(load "$games/games.pgn" 2>&1) $?"

# Another program has it.
db=$work/bare.db
coproc sqlite3 "$db"
echo "BEGIN IMMEDIATE; SELECT 'locked';" >&"${COPROC[1]}"
read -r -t 10 answer <&"${COPROC[0]}"
check 'a lock to try it with' locked "$answer"
check 'a database that is locked' "nt-conv: cannot write $db: database is locked 2" "$(load "$games/games.pgn" 2>&1) $?"
echo .quit >&"${COPROC[1]}"
wait

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
