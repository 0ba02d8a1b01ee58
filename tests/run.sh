#!/bin/sh
# Runs every suite and adds up: the unit tests that make has built, and tests/*/run.sh, which do more with FULL=1. Each prints
# a last line "N passed, N failed"; so does this script, with exit status 1 when anything failed. Called by make check, from the
# top folder.
set -u
export LC_ALL=C
BUILD=$(cd "${BUILD:-build}" && pwd) || exit 2
export BUILD
log=$BUILD/tests/log
mkdir -p "$log"
passed=0
failed=0

# One suite: its output is shown only when something failed or it did not end as it should.
suite() {
    name=$1
    shift
    "$@" >"$log/$name" 2>&1
    status=$?
    last=$(tail -n 1 "$log/$name" | grep -Ex '[0-9]+ passed, [0-9]+ failed')
    if [ -z "$last" ]; then
        cat "$log/$name"
        echo "$name: ended with status $status and without a count"
        failed=$((failed + 1))
        return
    fi
    echo "$name: $last"
    good=${last%% *}
    bad=${last#*, }
    bad=${bad%% *}
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
        echo "$name: exit status $status"
        bad=1
    fi
    [ "$bad" -eq 0 ] || cat "$log/$name"
    passed=$((passed + good))
    failed=$((failed + bad))
}

suite unit "$BUILD/tests/unit/main"
for script in tests/*/run.sh; do
    case $script in
    tests/lint/* | tests/bench/* | 'tests/*/run.sh') continue ;;
    esac
    name=${script%/run.sh}
    suite "${name#tests/}" "$script"
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
