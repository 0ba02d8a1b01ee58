#!/bin/sh
# Puts together what the tasks of array.sbatch have left beside the parts: the lines in the order of the games, the sums on
# standard error, and the exit status of the worst part. A task that has left nothing is trouble.
#   merge.sh PARTS
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
statuses=$(mktemp) || exit 2
trap 'rm -f "$statuses"' EXIT
while IFS='	' read -r part _; do
    cat "$part.out" || echo 2 >>"$statuses"
    cat "$part.status" >>"$statuses" || echo 2 >>"$statuses"
done <"$1" | "$here/sum.sh" "$statuses"
