#!/bin/sh
# Checks PGN with all processors through GNU parallel, which cuts the text where a game begins:
#   pipe.sh [OPTION OF PARALLEL...] <games.pgn
# The lines come in the order of the games, then the sums on standard error. Places count from the start of each part. Every
# game has to begin with its Event tag; for other files see shards.sh. With --sshlogin=HOST,HOST other machines help, which
# need nothing but nt-check. Exit status as nt-check has it, of the worst part.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
parallel --will-cite --keep-order --pipe --block 4M --recend '\n' --recstart '[Event ' --joblog "$log" "$@" \
    'nt-check -f pgn --verdicts --summary --max-errors=0 2>&1' | "$here/sum.sh" "$log"
