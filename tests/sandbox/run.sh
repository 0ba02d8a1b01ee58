#!/bin/bash
# What filters can no longer do while they read their input (probe.c), and that they work all the same: where the kernel takes
# the sandbox, and where it does not. Called by tests/run.sh. Ends with "N passed, N failed".
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
build=$(cd "${BUILD:-build}" && pwd) || exit 2
probe=$build/tests/sandbox/probe.so
game=$PWD/samples/chess/engines.pgn
work=$(mktemp -d "$build/sandbox.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
passed=0
failed=0
cp "$game" games
: >other

check() { # what, due, got
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1: '$3', not '$2'"
    fi
}

# What still works at the second read; the output is as without the probe.
try() { # due, command...
    local due=$1 status
    shift
    "$build/bin/$1" "${@:2}" <games >due 2>due.err
    status=$?
    rm -rf part-* pictures
    : >able
    LD_PRELOAD=$probe "$build/bin/$1" "${@:2}" <games >out 2>err 9>able
    check "$*: status" $status $?
    cmp -s out due && cmp -s err due.err
    check "$*: its output is the same" 0 $?
    check "$*: what it can do" "$due" "$(cat able)"
    rm -rf made part-* pictures
    NT_KERNEL=old LD_PRELOAD=$probe "$build/bin/$1" "${@:2}" <games >again 2>again.err 9>able
    check "$*: status where the kernel has no seccomp" $status $?
    cmp -s again due && cmp -s again.err due.err
    check "$*: its output where the kernel has no seccomp" 0 $?
    check "$*: what it can do where the kernel has no seccomp" xntwwur "$(cat able)"
    rm -rf made part-* pictures
}

if [ -n "${NT_NO_SANDBOX:-}" ] || nm "$build/bin/nt-check" | grep -q '__asan_init\|__msan_init\|__tsan_init'; then
    echo 'left out: NT_NO_SANDBOX is set, or the filters have a sanitizer'
    echo "0 passed, 0 failed"
    exit 0
fi
case $(uname -sm) in
'Linux x86_64' | 'Linux aarch64') ;;
*) echo "no sandbox on this system" && echo "0 passed, 0 failed" && exit 0 ;;
esac
try '' nt-check
try '' nt-check --summary games
try r nt-check games "$game"
try '' nt-parse
try '' nt-conv -t gc
try '' nt-conv --coords-from algebraic --coords-to algebraic --board 'square 8x8'
try '' nt-replay --each
try '' nt-grep --tag='White=~e'
try '' nt-uniq
NT_READ=3 try '' nt-diff - "$game" # of two inputs the first bytes are read
try wwur nt-sort -k Black
try wwur nt-replay --as=svg --output-dir=pictures
try wwur nt-split --games=1 --prefix=part-
try r nt-variant lint -
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
