#!/bin/bash
# What fails in the system is told. In process: each allocation, read and write of the library's work fails in turn (sweep.c,
# table.tsv; with FULL=1 all, and all work on all small samples). The filters themselves: each read, write, the close and
# allocations fail in turn (shim.c); what was met must end with status 2 and a message, or with the same output as without.
# Called by tests/run.sh. Ends with "N passed, N failed".
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
build=$(cd "${BUILD:-build}" && pwd) || exit 2
tools=$build/tests/fault
PATH=$build/bin:$PATH
work=$(mktemp -d "$build/fault.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
faults=0

# ---- the library ----

every_sample() {
    local file i
    for file in samples/*/*.{pgn,gc,alg,txt,jsonl}; do
        { [ -f "$file" ] && [ "$(wc -c <"$file")" -le 3000 ]; } || continue
        printf 'check\t0\t\t\t@%s\nparse\t0\t\t\t@%s\ncopy\t0\t\t\t@%s\n' "$file" "$file" "$file"
        for i in 0 1 2 3 4 5 6; do printf 'convert\t%d\t\t\t@%s\n' "$i" "$file"; done
    done
}

step=4
tables=(tests/fault/table.tsv)
if [ -n "${FULL:-}" ]; then
    step=1
    every_sample >"$work/samples.tsv"
    tables+=("$work/samples.tsv")
fi
# The sweep counts itself what is lost, and libxml2 loses some of its own where memory fails.
ASAN_OPTIONS=detect_leaks=0 "$tools/sweep" "$step" "${tables[@]}" >"$work/sweep" 2>&1
sed '$d' "$work/sweep"
last=$(tail -n 1 "$work/sweep")
if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    passed=${BASH_REMATCH[1]}
    failed=${BASH_REMATCH[2]}
else
    echo "sweep: ended without a count: $last"
    failed=1
fi

# ---- the filters ----

met() { [ -s "$work/met" ]; }

# A sanitizer wants to be loaded first.
asan=$(ldd "$build/bin/nt-check" | awk '/libasan/ { print $3 ":" }')

# Runs the command with a fault.
run() {
    : >"$work/met"
    NT_FAULT=$1 LD_PRELOAD=$asan$tools/shim.so "${command[@]}" <"$input" >"$work/out" 2>"$work/err" 9>"$work/met"
    status=$?
}

complain() {
    echo "${command[*]}: $1: $2 (status $status, without the fault $due)"
    good=0
}

same() { [ "$status" -eq "$due" ] && cmp -s "$work/out" "$work/due"; }

# A fault that must be told when it was met; what has been written before must be the beginning of the whole.
told() {
    met || { same || complain "$1" 'another output'; return; }
    faults=$((faults + 1))
    [ "$status" -eq 2 ] || { complain "$1" 'not told'; return; }
    # standard error itself may be what failed
    [ -s "$work/err" ] || [[ $1 == write:* ]] || complain "$1" 'no message'
    # findings of nt-check are its output; nt-sort sorts and nt-stat counts what they have read
    [[ ${command[0]} == nt-check || ${command[0]} == nt-sort || ${command[0]} == nt-stat ]] ||
        [[ ${command[*]} == *' -t xml' || ${command[*]} == *' -t html' ]] || # documents are ended all the same
        cmp -s -n "$(wc -c <"$work/out")" "$work/out" "$work/due" ||
        complain "$1" 'not the beginning of the output'
}

# A fault that must make no difference.
harmless() {
    run "$1"
    ! met || faults=$((faults + 1))
    same || complain "$1" 'another output'
}

# The k-th call, until there is none.
each_call() { # call how
    local k
    for ((k = 1; k < 100; k++)); do
        run "$1:$2:$k"
        told "$1:$2:$k"
        met && [ "$good" -eq 1 ] || return
    done
}

# Lack of memory: told, or without effect (a cache that does not grow).
each_allocation() {
    local k
    for ((k = 1; k < most; k += 1 + k / sparse)); do
        run "malloc:ENOMEM:$k"
        met || return
        faults=$((faults + 1))
        if [ "$status" -eq 2 ] && [ -s "$work/err" ]; then continue; fi
        same || complain "malloc:ENOMEM:$k" 'lost in silence'
        [ "$good" -eq 1 ] || return
    done
}

# Which of them: the first ones all, later ones ever fewer.
sparse=2
most=300
[ -z "${FULL:-}" ] || sparse=100 most=5000

try() { # input, command...
    input=$1
    shift
    command=("$@")
    good=1
    "${command[@]}" <"$input" >"$work/due" 2>"$work/due.err"
    due=$?
    harmless read:short
    harmless read:EINTR
    harmless write:short
    harmless write:EINTR
    for how in EIO ENOSPC EPIPE; do each_call write $how; done
    each_call read EIO
    run close:EIO:1
    told close:EIO:1
    # the allocations of the sanitizers are not to be stepped into
    case $build in */san) ;; *) each_allocation ;; esac
    passed=$((passed + good))
    failed=$((failed + 1 - good))
}

# coverage is written from within the filter, and would be written wrong
case $build in */cov) echo "$passed passed, $failed failed" && exit $((failed > 0)) ;; esac

moves=samples/faulty/moves.pgn
engines=samples/chess/engines.pgn
nt-conv -t json "$engines" >"$work/json"
nt-conv -t xml "$engines" >"$work/xml"
gzip -c "$engines" >"$work/gz"
zstd -qc "$engines" >"$work/zst" 2>/dev/null || gzip -c "$engines" >"$work/zst"
try $moves nt-check
try $moves nt-check --format=json --summary
try $engines nt-parse
try $engines nt-conv -t gc
try $engines nt-conv -t json
try "$work/json" nt-conv -t pgn
try "$work/gz" nt-conv -t uci
try "$work/zst" nt-conv -t coord
try $engines nt-replay
try $engines nt-replay --each --as=text
try samples/synthetic/makruk.pgn nt-replay --as=svg
try /dev/null nt-perft 2
try /dev/null nt-variant show --svg chess N
[ -z "${FULL:-}" ] || try /dev/null nt-variant list # compiles hundreds of variants each time
try samples/faulty/my-game.variant nt-variant lint -
try $engines nt-grep 'White~e'
try $engines nt-sort -k Black
try $engines nt-uniq
try $engines nt-eco --table=tests/golden/nt-eco/directory/table.tsv
try $engines nt-diff - $engines
nt-stat --standings --tree=3 --partial "$engines" >"$work/counts"
try $engines nt-stat --standings --crosstable=auto --results --tree=3
try "$work/counts" nt-stat --merge --standings --tree=3 -t html
try /dev/null nt-check --verdicts --tournament samples/tournament/round-2.tournament samples/tournament/round-2
try samples/pages/logs.html nt-parse
try samples/pages/log.html nt-check --verdicts
try "$work/xml" nt-conv -t pgn
try $engines nt-conv -t xml
try $engines nt-conv -t html
try /dev/null nt-check --help
if [ "$faults" -eq 0 ]; then failed=$((failed + 1)); fi # shim.so is not there: nothing was proved
echo "$faults faults in filters"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
