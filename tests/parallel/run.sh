#!/bin/bash
# The filters under GNU parallel and as a Slurm job array, by the scripts of samples/parallel: the verdicts, findings and sums
# of the parts are those of one run. What is not installed is named and left out; with FULL=1 real engines are started on this
# machine: two ssh hosts (tests/parallel/ssh.sh) and a Slurm cluster (slurm.sh). Ends with "N passed, N failed".
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
BUILD=$(cd "${BUILD:-build}" && pwd) || exit 2
export PATH="$BUILD/bin:$PATH"
work=$(mktemp -d "$BUILD/parallel.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
sample=samples/parallel

# Lines without the places and the numbers of games, which count from the start of a part.
plain() { sed -E 's/^[^ ]+ ((error|warning|note): )?game [0-9]+/\1game/' "$1"; }

# The sums; what a shell of another host says when it starts is not ours.
sums() { grep -E '^[0-9]+ games, ' "$1"; }

# Compares what came with the one run; the name of the files, the exit status.
same() { # name status
    if [ "$2" = "$due" ] && cmp -s <(plain "$work/one.out") <(plain "$work/$1.out") &&
        [ -n "$(sums "$work/$1.err")" ] && [ "$(sums "$work/one.err")" = "$(sums "$work/$1.err")" ]; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    echo "$1: status $2, due $due"
    diff <(plain "$work/one.out") <(plain "$work/$1.out") | head -n 5
    diff "$work/one.err" "$work/$1.err" | head -n 5
}

optional() { # name command...: exit status 77 leaves it out
    local name=$1 status
    shift
    "$@" >"$work/$name.out" 2>"$work/$name.err"
    status=$?
    if [ "$status" -eq 77 ]; then echo "$name: left out, $(cat "$work/$name.out")"; else same "$name" "$status"; fi
}

one_run() { # files
    cat "$@" >"$work/games.pgn"
    nt-check --verdicts --summary --max-errors=0 "$work/games.pgn" >"$work/one.out" 2>"$work/one.err"
    due=$?
}

folder() {
    mkdir -p "$work/$1"
    echo "$work/$1"
}

# Two hosts that are this one.
through_ssh() {
    "$sample/pipe.sh" --block=20k --ssh="$SSH_COMMAND" --sshlogin=2/127.0.0.1,2/localhost --env=PATH <"$work/games.pgn"
}

if [ "${1:-}" = --through-ssh ]; then
    work=$2
    trap - EXIT
    through_ssh
    exit
fi

# Good and bad games, cut into many parts.
for _ in 1 2 3; do
    for file in samples/chess/engines.pgn samples/chess/blitz.pgn samples/faulty/results.pgn; do
        cat "$file"
        echo
    done
done >"$work/mixed"
one_run "$work/mixed"
[ "$due" -eq 1 ] || { echo "the games have no fault"; failed=$((failed + 1)); }

SLURM_ARRAY() { # the tasks of a job array one after the other, as Slurm would start them
    local folder task
    folder=$(folder array)
    nt-split -q --bytes=3K --prefix="$folder/part-" "$work/games.pgn" >"$folder/parts"
    for task in $(seq "$(wc -l <"$folder/parts")"); do
        SLURM_ARRAY_TASK_ID=$task sh "$sample/array.sbatch" "$folder/parts" || return 2
    done
    "$sample/merge.sh" "$folder/parts"
}
optional array SLURM_ARRAY

if command -v parallel >/dev/null 2>&1 && parallel --version 2>/dev/null | grep -q GNU; then
    optional pipe "$sample/pipe.sh" --block=3k --jobs=2 <"$work/games.pgn"
    optional shards "$sample/shards.sh" "$work/games.pgn" "$(folder shards)" 3K --jobs=2
    # A list has no line by which it could be cut; nt-split knows where its games begin.
    cat samples/ajax-orthodox/made-up.gc samples/ajax-orthodox/made-up.gc >"$work/list.gc"
    nt-check --verdicts --summary --max-errors=0 "$work/list.gc" >"$work/one.out" 2>"$work/one.err"
    due=$?
    optional list "$sample/shards.sh" "$work/list.gc" "$(folder list)" 1K --jobs=2
    [ "$(wc -l <"$work/list/parts")" -eq 2 ] || { echo 'the list was not split'; failed=$((failed + 1)); }
    one_run "$work/mixed"
else
    echo 'parallel: left out, GNU parallel is not installed'
fi

if [ "${FULL:-0}" = 1 ]; then
    if command -v parallel >/dev/null 2>&1; then
        optional ssh tests/parallel/ssh.sh "$work/sshd" "$0" --through-ssh "$work"
    fi
    optional slurm tests/parallel/slurm.sh "$work/slurm" "$sample/array.sh" "$work/games.pgn" "$(folder jobs)" 20K
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
