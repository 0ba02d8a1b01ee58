#!/bin/bash
# Puts small faults into a copy of the library, one at a time, and counts how many of them the tests notice: mutate.sh [COUNT
# [SKIP]]. Of those that are not noticed, accepted.tsv has the ones that make no difference, with the reason. Exit status 1 when
# fewer than 90 in 100 of the others are noticed. Called by make mutation.
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
count=${1:-300}
skip=${2:-0}
here=$PWD/tests/mutation
. tests/support/tree.sh
copy_source mutation

build() { make -s HARDEN= CFLAGS=-O1 BUILD=build "$@" >build.log 2>&1; }
build tests || { tail -n 20 build.log; exit 2; }

# A test that fails to end has noticed; one process may have a minute of the processor and 4 GB.
notices() { (ulimit -t 60 && ulimit -v 4000000 && ! BUILD=$tree/build "$@" >test.log 2>&1); }

# The tests, the quick ones first; prints which one noticed.
noticed_by() {
    build build/tests/unit/main || { echo compiler; return; }
    CK_FORK=no notices build/tests/unit/main && echo unit && return
    build tests || { echo compiler; return; }
    for suite in oracle games roundtrip perft golden fuzz cases fault; do
        notices "tests/$suite/run.sh" && echo "$suite" && return
    done
}

perl "$here/mutants.pl" $((count + skip)) libnotation/{board,rules,meaning,record,formats,base}/*.c >mutants || exit 2
sed -i "1,${skip}d" mutants
made=0
noticed=0
accepted=0
while IFS=$'\t' read -r file line what text <&3; do
    cp "$file" original
    printf '%s\n' "$text" >line
    sed -i -e "${line}r line" -e "${line}d" "$file"
    by=$(noticed_by)
    cp original "$file"
    [ "$by" != compiler ] || continue
    made=$((made + 1))
    if [ -n "$by" ]; then
        noticed=$((noticed + 1))
    elif cut -f 1-2 "$here/accepted.tsv" | grep -qxF "$file	$(tr -s ' ' <line | sed 's/^ //')"; then
        accepted=$((accepted + 1))
    else
        echo "not noticed: $file:$line: $what:$(tr -s ' ' <line)"
    fi
    echo "$by $file:$line $what" >>log
done 3<mutants
rm -f original line
cut -d ' ' -f 1 log | sort | uniq -c | sort -rn | awk '{ printf "%s %s; ", $1, $2 == "" ? "by nobody" : "by " $2 } END { print "" }'
share=$((made > accepted ? 1000 * noticed / (made - accepted) : 0))
echo "$made mutants, $accepted make no difference, $noticed noticed: $((share / 10)).$((share % 10)) %"
[ "$share" -ge 900 ]
