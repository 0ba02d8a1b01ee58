#!/bin/bash
# Whether programs that were built with an earlier library still work with the one at hand: interface.sh OLD, a folder with
# libnotation/ (the headers) and libnotation.so. What was added is fine. Prints what has changed; exit status 1 when something has.
set -u
export LC_ALL=C
old=$1
cd "$(dirname "$0")/../.." || exit 2
difference=$(abidiff --headers-dir1 "$old/libnotation" --headers-dir2 libnotation --drop-private-types --no-added-syms \
    "$old/libnotation.so" "${BUILD:-build}/libnotation.so" 2>&1)
status=$?
[ $((status & 1)) -eq 0 ] || { echo "abidiff: $difference"; exit 2; } # bits 4 and 8: a change, and one that breaks programs
[ $((status & 12)) -eq 0 ] || { echo "$difference"; exit 1; }
