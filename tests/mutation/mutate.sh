#!/bin/bash
# Puts small faults into copies of the library, one at a time, and counts how many of them the tests notice: mutate.sh [COUNT
# [SKIP]]. Two at a time; the quick tests run first, those with sanitizers last, and the first one that fails ends the run. Of
# those that are not noticed, accepted.tsv has the ones that make no difference, with the reason. Exit status 1 when fewer than
# 90 in 100 of the others are noticed. Called by make mutation.
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
count=${1:-300}
skip=${2:-0}
top=$PWD
. tests/support/tree.sh
export CK_DEFAULT_TIMEOUT=120

build() { nice make -s HARDEN= CFLAGS=-O2 BUILD=build "$@" >build.log 2>&1; }
build_sanitized() {
    nice make -s HARDEN= CFLAGS='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined' BUILD=san "$@" >build.log 2>&1
}

# A test that fails to end has noticed; one process may have a minute of the processor and 4 GB. Golden cases are given up with
# the first one that fails.
# shellcheck disable=SC2154 # $tree is that of copy_source
notices() { (ulimit -t 60 && ulimit -v 4000000 && ! BUILD=$tree/build "$@" >test.log 2>&1); }
sanitizer_notices() { (ulimit -t 180 && ! BUILD=$tree/san "$@" >test.log 2>&1); }
golden_notices() { (ulimit -t 60 && ulimit -v 4000000 && BUILD=$tree/build tests/golden/run.sh 2>&1 | grep -m 1 '^failed: ' >test.log); }

# Prints which test noticed. What runs first takes a second or two.
noticed_by() {
    build build/tests/{unit/main,oracle/oracle,games/games,roundtrip/roundtrip} || { echo compiler; return; }
    for suite in oracle games roundtrip; do notices "tests/$suite/run.sh" && echo "$suite" && return; done
    CK_FORK=no notices build/tests/unit/main && echo unit && return
    build build/tests/{perft/perft,fuzz/replay} || { echo compiler; return; }
    for suite in perft fuzz; do notices "tests/$suite/run.sh" && echo "$suite" && return; done
    build programs || { echo compiler; return; }
    golden_notices && echo golden && return
    for suite in fault cases; do notices "tests/$suite/run.sh" && echo "$suite" && return; done
    build_sanitized san/tests/{unit/main,oracle/oracle,roundtrip/roundtrip} || { echo compiler; return; }
    for suite in oracle roundtrip; do sanitizer_notices "tests/$suite/run.sh" && echo sanitizer && return; done
    CK_FORK=no sanitizer_notices san/tests/unit/main && echo sanitizer && return
}

# The mutants of a list, after a run without one, in a copy of the source of that name; a line for each to the file log there.
run() {
    cd "$top" && copy_source "$1" || exit 2
    build programs || { tail -n 20 build.log; exit 2; }
    by=$(noticed_by)
    [ -z "$by" ] || { echo "without a fault the tests fail: $by"; tail -n 5 build.log test.log; exit 2; }
    while IFS=$'\t' read -r file line what text <&3; do
        cp "$file" original
        printf '%s\n' "$text" >line
        sed -i -e "${line}r line" -e "${line}d" "$file"
        by=$(noticed_by)
        cp original "$file"
        text=$(tr -s ' ' <line | sed 's/^ //')
        if [ -z "$by" ] && cut -f 1-2 "$top/tests/mutation/accepted.tsv" | grep -qxF "$file	$text"; then by=accepted; fi
        printf '%s\t%s:%s\t%s\t%s\n' "${by:-nobody}" "$file" "$line" "$what" "$text" >>log
    done 3<"$2"
}

BUILD=$(mkdir -p "${BUILD:-build}" && cd "${BUILD:-build}" && pwd) || exit 2
perl tests/mutation/mutants.pl $((count + skip)) libnotation/{board,rules,meaning,record,formats,base}/*.c >"$BUILD/drawn" || exit 2
tail -n "+$((skip + 1))" "$BUILD/drawn" >"$BUILD/mutants"
trap 'kill $(jobs -p) 2>/dev/null' EXIT
for half in 1 2; do
    sed -n "$half~2p" "$BUILD/mutants" >"$BUILD/mutants.$half"
    run "mutation.$half" "$BUILD/mutants.$half" &
done
wait -n && wait -n || exit 2
trap - EXIT
log=$(cat "$BUILD"/mutation.[12]/log | grep -v '^compiler	')
grep '^nobody	' <<<"$log" | sed 's/^nobody	/not noticed: /'
cut -f 1 <<<"$log" | sort | uniq -c | sort -rn | awk '{ printf "%s by %s; ", $1, $2 } END { print "" }'
awk -F '\t' '{ made++; accepted += $1 == "accepted"; missed += $1 == "nobody" } END {
    noticed = made - accepted - missed
    share = made > accepted ? 100 * noticed / (made - accepted) : 0
    printf "%d mutants, %d make no difference, %d noticed: %.1f %%\n", made, accepted, noticed, share
    exit share < 90
}' <<<"$log"
