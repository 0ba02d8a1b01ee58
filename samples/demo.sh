#!/bin/bash
# Checks, replays and converts games; called by make demo. Each command is shown before it runs. Exit status 1 when one does not
# end as it should.
set -u
cd "$(dirname "$0")/.." || exit 2
BUILD=$(cd "${BUILD:-build}" && pwd) || exit 2
export PATH="$BUILD/bin:$PATH"
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0

title() { printf '\n== %s ==\n' "$1"; }

show() { # the exit status that is due, a command
    printf '\n$ %s\n' "$2"
    (cd "$work" && bash -o pipefail -c "$2")
    local status=$?
    [ "$status" -eq "$1" ] && return
    echo "demo: exit status $status, due $1"
    failed=1
}

cp -r samples/chess samples/chess960 "$work"
cat >"$work/ajax.txt" <<'GAME'
1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.c3 Nf6 5.d3 d6 6.O-O a6 7.Re1 h6 8.Bb3 Ba7 9.Nbd2 Be6
10.(Mb1) (Mg8)
GAME

title "Ajax Orthodox Chess: two notations of one game"
show 0 'nt-check -v ajax-orthodox --verdicts ajax.txt'
show 0 'nt-conv -v ajax-orthodox -t gc ajax.txt | tee ajax.gc'
show 0 'nt-conv -v ajax-orthodox -f gc -t alg ajax.gc'
show 0 'nt-replay -v ajax-orthodox --as=text ajax.txt'

title "Illegal moves, each with its reason"
show 1 'sed "s/(Mb1)/(Mc1)/" ajax.txt | nt-check -v ajax-orthodox'
show 1 'sed "s/(Mb1)/(Mb2)/" ajax.txt | nt-check -v ajax-orthodox'
show 1 '{ cat ajax.txt; echo "11.(Mf1) Qd7 12.(Mf1)"; } | nt-check -v ajax-orthodox'
show 1 'echo "1.P a2-a4 p b7-b5 2.R a1-a3 p b5-b4 3.R a3-b4" | nt-check -v ajax-orthodox'
show 1 'echo "1.Nf3 Nf6 2.g3 g6 3.Bg2 Bg7 4.Rg1 d6 5.Rh1 d5 6.O-O" | nt-check -v ajax-orthodox'

title "Real games of chess and Chess960"
show 0 'nt-check --summary chess/blitz.pgn chess960/mainz-2009.pgn'
show 0 'nt-replay --final chess/blitz.pgn | sed -n 1,3p'
show 0 'nt-conv -t uci --one-line --no-tags chess960/mainz-2009.pgn | sed -n 1,3p'
show 0 'nt-parse chess/blitz.pgn | cut -c 1-300 | sed -n 1p'

title "Counting, to prove the rules"
show 0 'nt-perft -v chess 5'
show 0 'nt-perft -v ajax-orthodox 4'
show 0 'nt-variant show ajax-orthodox Minister'
exit "$failed"
