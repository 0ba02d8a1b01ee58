#!/bin/sh
# Checks, replays and converts the logs of this folder; called by make demo. Each command is shown before its output. Exit
# status 1 when a command does not end with the status that is due.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
cd "$here/.." || exit 2
build=$(cd "${BUILD:-build}" && pwd) || exit 2
PATH=$build/bin:$PATH
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export PATH work
cd "$here" || exit 2
failed=0

title() { printf '\n\n== %s\n' "$1"; }

show() { # the exit status that is due, a command
    printf '\n$ %s\n' "$2"
    sh -c "$2" 2>&1
    status=$?
    [ "$status" -eq "$1" ] && return
    echo "demo: exit status $status, due $1"
    failed=1
}

title 'Is a log sound? Silence and status 0 say yes'
show 0 'nt-check ajax-orthodox/made-up.gc'
show 0 'nt-check --summary chess/*.pgn chess960/*.pgn crazyhouse/*.pgn synthetic/*.pgn'
show 0 'nt-check --verdicts ajax-orthodox/made-up.alg'

title 'Ajax Orthodox Chess: a Minister drops, in both notations'
show 0 'head -n 16 ajax-orthodox/made-up.alg | tail -n 1'
show 0 'head -n 16 ajax-orthodox/made-up.alg | nt-conv -t gc | tail -n 1'
show 0 'head -n 16 ajax-orthodox/made-up.gc | nt-conv -t alg | tail -n 1'
show 0 'nt-conv -t gc ajax-orthodox/made-up.alg | cmp - ajax-orthodox/made-up.gc && echo the same, to the byte'
show 0 'nt-replay --ply=20 --as=text ajax-orthodox/made-up.gc'

title 'Each illegal move with its own reason'
show 1 'nt-check faulty/ajax.alg'
show 1 'nt-check faulty/moves.pgn'
show 1 'nt-check faulty/labels.gc'
show 1 'nt-check faulty/take-back.gc'

title 'Results, positions, files that are cut off'
show 1 'nt-check faulty/results.pgn'
show 1 'nt-check faulty/positions.pgn'
show 1 'nt-check faulty/cut-off.pgn'
show 1 'nt-variant lint faulty/my-game.variant'

title 'A real Game Courier log, from an array that makes all its moves legal'
show 0 'cat fischer-random/2005-17-560.txt'
show 0 'nt-conv -v chess960 --start="nbbqnrkr/pppppppp/8/8/8/8/PPPPPPPP/NBBQNRKR w KQkq - 0 1" -t pgn \
    --no-comments fischer-random/2005-17-560.txt'

title 'From one notation to another'
show 0 'nt-conv -t uci --one-line --no-tags chess960/mainz-2009.pgn | head -n 1 | cut -c 1-100'
show 0 'nt-conv -t gc synthetic/grand.pgn | tail -n 4'
show 0 'nt-parse crazyhouse/fics.pgn | cut -c 1-160 | head -n 1'
show 0 'nt-replay --final chess/engines.pgn | head -n 2'

title 'Find, order, compare'
show 0 'nt-grep -c --ending checkmate chess/*.pgn crazyhouse/fics.pgn'
show 0 'nt-grep --cells "@:P" --result 1-0 crazyhouse/fics.pgn | grep -c Event'
show 0 'nt-sort --key=WhiteElo:r chess/blitz.pgn | grep WhiteElo | head -n 3'
show 1 'sed s/W2-f1/W2-b1/ ajax-orthodox/made-up.gc | nt-diff -s ajax-orthodox/made-up.gc -'

title 'Counting proves the rules'
show 0 'nt-perft 5'
show 0 'nt-perft -v ajax-orthodox 4'
show 0 'nt-variant show ajax-orthodox Minister'

exit "$failed"
