#!/bin/sh
# Checks games as a Slurm job array: parts by nt-split, a task for each, their verdicts put together.
#   array.sh GAMES FOLDER [SIZE]
# The folder, which all nodes see, holds the parts and stays. Output and exit status as with pipe.sh.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
nt-split -q --bytes="${3:-64M}" --prefix="$2/part-" "$1" >"$2/parts"
[ $? -ne 2 ] || exit 2
tasks=$(wc -l <"$2/parts")
[ "$tasks" -eq 0 ] || sbatch --quiet --wait --array="1-$tasks" "$here/array.sbatch" "$2/parts"
"$here/merge.sh" "$2/parts"
