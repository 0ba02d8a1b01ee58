#!/bin/bash
# Installs into a scratch folder and builds the example of notation(3) with what is there: header, shared library, pkg-config
# file. Ends with "N passed, N failed".
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
BUILD=${BUILD:-build}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
. tests/support/check.sh

usr=$work/root/opt/notation
export PKG_CONFIG_PATH=$usr/lib/pkgconfig LD_LIBRARY_PATH=$usr/lib
install() { make -s --no-print-directory install BUILD="$BUILD" DESTDIR="$work/root" PREFIX=/opt/notation; }
prefix_is_ours() { [ "$(pkg-config --variable=prefix notation)" = /opt/notation ]; }
example() {
    awk '/^#include <notation.h>/, /^\.Ed/' man/notation.3 | sed '/^\.Ed/d; s/\\e/\\/g' >"$work/example.c"
    # shellcheck disable=SC2046 # options
    gcc -std=c99 -Wall -Wextra -Werror -o "$work/example" "$work/example.c" \
        $(pkg-config --define-variable=prefix="$usr" --cflags --libs notation)
}
counts() { [ "$("$work/example" <samples/chess/blitz.pgn)" = "$(grep -c '^\[Event ' samples/chess/blitz.pgn)" ]; }
needs_the_soname() { readelf -d "$work/example" | grep -q 'NEEDED.*\[libnotation\.so\.[0-9]*\]'; }
filter_runs() { [ "$("$usr/bin/nt-perft" 3)" = 8902 ]; }
page_is_there() { [ -s "$usr/share/man/man1/nt-check.1" ]; }
uninstall() {
    make -s --no-print-directory uninstall BUILD="$BUILD" DESTDIR="$work/root" PREFIX=/opt/notation &&
        [ -z "$(find "$work/root" ! -type d)" ]
}

check 'make install' install
check 'pkg-config knows the prefix' prefix_is_ours
check 'the example of notation(3) builds' example
check 'the example of notation(3) runs' counts
check 'programs need the soname' needs_the_soname
check 'an installed filter runs' filter_runs
check 'the pages are installed' page_is_there
check 'make uninstall' uninstall
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
