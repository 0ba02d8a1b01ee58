#!/bin/sh
# Checks games in any notation with all processors: nt-split makes parts of whole games, GNU parallel works on them.
#   shards.sh GAMES FOLDER [SIZE [OPTION OF PARALLEL...]]
# The folder holds the parts and stays. With --sshlogin=HOST,HOST other machines help that see it; those that do not also
# need --transferfile {} --cleanup. Output and exit status as with pipe.sh.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
games=$1 folder=$2 size=${3:-16M}
shift 2
[ $# -eq 0 ] || shift
nt-split -q --bytes="$size" --prefix="$folder/part-" "$games" >"$folder/parts"
[ $? -ne 2 ] || exit 2
cut -f 1 "$folder/parts" | parallel --will-cite --keep-order --joblog "$folder/jobs" "$@" \
    'nt-check --verdicts --summary --max-errors=0 {} 2>&1' | "$here/sum.sh" "$folder/jobs"
