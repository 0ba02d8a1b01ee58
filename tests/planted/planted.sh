#!/bin/bash
# Puts a fault of each kind into a copy of the source and runs the check that claims to catch it; the check must pass without the
# fault and fail with it. Each *.patch here begins with "# fault: ..." and "# check: a command", which runs in the copy. Arguments
# name some of them. Called by make planted. Ends with "N passed, N failed".
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
here=$PWD/tests/planted
. tests/support/tree.sh
copy_source planted
export BUILD=build
passed=0
failed=0

holds() { make -s -j2 HARDEN= CFLAGS='-O1 -g' tests >log 2>&1 || { echo "it does not build: $(tail -n 3 log)"; return 2; }; bash -c "$1" >log 2>&1; }

names=("$@")
[ $# -gt 0 ] || names=("$here"/*.patch)
for patch in "${names[@]}"; do
    patch=$here/$(basename "$patch" .patch).patch
    what=$(sed -n 's/^# fault: //p' "$patch")
    check=$(sed -n 's/^# check: //p' "$patch")
    if ! holds "$check"; then
        echo "$what: '$check' fails without it: $(tail -n 3 log)"
        failed=$((failed + 1))
    elif ! patch -s -p1 <"$patch"; then
        echo "$what: the patch does not fit"
        failed=$((failed + 1))
    else
        holds "$check"
        status=$?
        patch -s -R -p1 <"$patch"
        if [ "$status" -ne 0 ] && [ "$status" -ne 2 ]; then
            passed=$((passed + 1))
            echo "caught: $what ($check): $(grep -v '^[0-9]* passed' log | head -n 1 | cut -c 1-150)"
        else
            failed=$((failed + 1))
            echo "not caught: $what ($check)"
        fi
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
