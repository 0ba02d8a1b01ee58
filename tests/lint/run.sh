#!/bin/bash
# Checks of the source that need no run of the filters: called by make lint. Each check prints what it finds; the last line is
# "N passed, N failed". A program that is not installed is named and its check left out.
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
BUILD=${BUILD:-build}
passed=0
failed=0

check() { # function: fails when it prints anything
    local found
    found=$("$1" 2>&1)
    if [ -z "$found" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s:\n%s\n' "$1" "$found"
    fi
}

optional() { # program function
    if command -v "$1" >/dev/null 2>&1; then check "$2"; else echo "$2: left out, $1 is not installed"; fi
}

# ---- layers ----

layers=' base record board rules meaning formats '

rank() {
    local before=${layers%% "$1" *}
    if [ "$before" = "$layers" ]; then echo 99; else echo ${#before}; fi
}

layers_point_down() {
    local file own header
    for file in libnotation/*/*.[ch]; do
        own=${file#libnotation/}
        own=$(rank "${own%%/*}")
        sed -n 's/^#include "\([^"]*\)"$/\1/p' "$file" | while read -r header; do
            case $header in
            notation.h) ;;
            */*) [ "$(rank "${header%%/*}")" -le "$own" ] || echo "$file includes $header, which is above it" ;;
            *) echo "$file includes $header, which names no layer" ;;
            esac
        done
    done
}

tools_use_the_public_header() {
    grep -Hn '^#include "' tools/*.[ch] | grep -Ev '"(notation\.h|tools/[a-z]+\.h)"'
}

foreign_headers_stay_put() {
    grep -rn '#include <libxml/' libnotation tools | grep -Ev '^libnotation/formats/xml_[a-z]+\.[ch]:'
    grep -rn '#include <pcre2' libnotation tools | grep -Ev '^(libnotation/formats/courier[a-z_]*\.c|tools/regex\.c):'
    grep -rn '#include <sqlite3' libnotation tools | grep -v '^tools/sqlite\.c:'
    grep -rn '#include <jansson' libnotation tools | grep -Ev '^(libnotation/formats/json_[a-z]+|tools/shardcounts)\.c:'
}

library_leaves_the_process_alone() {
    grep -nE '\b(exit|abort|printf|puts|setlocale|getenv|alloca)\(' libnotation/*/*.c | grep -Ev ':[[:space:]]*(/?\*|//)'
}

# ---- the shared library ----

declared() {
    sed -n 's/^NT_API .*[ *]\(nt_[a-z0-9_]*\)(.*/\1/p' libnotation/notation.h | sort
}

exported_symbols_are_the_public_ones() {
    diff <(declared) <(nm -D --defined-only "$BUILD/libnotation.so" | awk '{ print $3 }' | sort) |
        sed -n 's/^</declared and not exported:/p; s/^>/exported and not declared:/p'
}

public_header_stands_alone() {
    printf '#include "notation.h"\n' | gcc -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -Ilibnotation -x c -
    printf '#include "notation.h"\n' | gcc -Wall -Wextra -Werror -fsyntax-only -Ilibnotation -x c++ - 2>&1 |
        grep -v 'cc1plus' # no C++ compiler: not checked
}

hardening_is_in_the_binaries() {
    local file
    for file in "$BUILD"/bin/nt-*; do
        readelf -d "$file" | grep -q 'BIND_NOW\|FLAGS.*NOW' || echo "$file: not bound at start"
        readelf -h "$file" | grep -q 'Type:.*DYN' || echo "$file: not position independent"
        readelf -lW "$file" | grep 'GNU_STACK' | grep -q 'RWE' && echo "$file: executable stack"
    done
}

# ---- findings ----

ids() {
    sed -n 's/^NT_DIAG([A-Z_0-9]*, "\([^"]*\)".*/\1/p' libnotation/base/diag.def
}

every_finding_is_in_the_manual() {
    local id
    for id in $(ids); do
        grep -q "^\.It Cm $id Pq" "$BUILD/man/nt-check.1" || echo "$id"
    done
}

every_finding_has_a_golden_case() {
    local id
    cat tests/golden/*/*/out tests/golden/*/*/err 2>/dev/null | grep -oE '\[[a-z-]+\]$|"id":"[a-z-]+"' |
        sed 's/^\[//; s/\]$//; s/^"id":"//; s/"$//' | sort -u >"$BUILD/triggered"
    for id in $(ids); do
        grep -qx -- "$id" "$BUILD/triggered" || echo "$id"
    done
}

ids_are_unique() {
    ids | sort | uniq -d
}

# ---- manual pages ----

options_match_the_manual() {
    local tool
    for tool in "$BUILD"/bin/nt-*; do
        tool=${tool##*/}
        if [ ! -e "$BUILD/man/$tool.1" ]; then
            echo "$tool: no page"
            continue
        fi
        diff <("$BUILD/bin/$tool" --help | grep -oE '^ .{4} --[a-z-]+' | sed 's/.* --//' | sort) \
            <(grep '^\.It Fl ' "$BUILD/man/$tool.1" | grep -oE 'Fl -[a-z-]+' | sed 's/Fl -//' | sort) |
            sed -n "s/^</$tool: only in --help:/p; s/^>/$tool: only in the page:/p"
    done
}

pages_are_sound() {
    mandoc -Tlint -Wwarning "$BUILD"/man/*.[1-9]
}

# ---- text ----

tracked() {
    git ls-files 2>/dev/null || find . -name "$BUILD" -prune -o -type f -print
}

no_paths_of_a_machine() {
    local root='(^|[^A-Za-z0-9_.$}-])/(home|root|work|Users|mnt)'
    tracked | xargs -d '\n' grep -InE "$root/"
}

no_blanks_at_line_ends() {
    tracked | grep -E '\.([ch]|sh|def|variant|mdoc|[1-9])$|Makefile' | xargs -d '\n' grep -InE '[[:space:]]$'
}

lines_are_short() {
    tracked | grep -E '\.([ch]|sh)$' |
        xargs -d '\n' awk 'length > (FILENAME ~ /^tests/ ? 150 : 128) { print FILENAME ":" FNR ": " length " columns" }'
}

# The patches of make planted, which takes too long to be run with every change.
planted_faults_fit() {
    local patch
    for patch in tests/planted/*.patch; do patch --dry-run -s -p1 <"$patch" || echo "$patch does not fit"; done
}

# ---- other compilers and analysers ----

flags='-std=c17 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wformat=2
    -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wwrite-strings -Wundef -Wimplicit-fallthrough -Ilibnotation -I. '$(pkg-config --cflags libxml-2.0)

sources() {
    ls libnotation/*/*.c tools/*.c
}

gcc_is_silent() {
    # shellcheck disable=SC2086,SC2046 # lists
    gcc $flags -O2 -Wlogical-op -Wduplicated-cond -Wstack-usage=32768 -fsyntax-only $(sources)
}

clang_is_silent() {
    # shellcheck disable=SC2086,SC2046
    clang $flags -fsyntax-only $(sources)
}

# What was silent once is not looked at again until it changes, headers included.
analyze() { # file
    local stamp
    # shellcheck disable=SC2086
    stamp=$BUILD/analyzed/$(gcc $flags -E -P "$1" | cat - <(echo $flags && gcc --version) | sha256sum | cut -c 1-40)
    [ ! -e "$stamp" ] || return 0
    # shellcheck disable=SC2086
    gcc $flags -O1 -fanalyzer -fdiagnostics-path-format=none -c -o /dev/null "$1" >"$stamp.$$" 2>&1
    if [ -s "$stamp.$$" ]; then cat "$stamp.$$" && rm "$stamp.$$"; else mv "$stamp.$$" "$stamp"; fi
}

analyzer_is_silent() {
    mkdir -p "$BUILD/analyzed"
    export -f analyze
    export BUILD flags
    # shellcheck disable=SC2016 # for the inner shell
    sources | xargs -d '\n' -n 1 -P 2 bash -c 'analyze "$1"' analyze
}

cppcheck_is_silent() {
    mkdir -p "$BUILD/cppcheck"
    cppcheck --cppcheck-build-dir="$BUILD/cppcheck" --quiet \
        --std=c11 -j 2 -Ilibnotation -I. --enable=warning,portability --library=tests/lint/cppcheck.cfg \
        libnotation tools
}

scripts_are_sound() {
    find tools tests samples .ci -type f \( -name '*.sh' -o -name run \) -print0 | xargs -0 shellcheck
}

check layers_point_down
check tools_use_the_public_header
check foreign_headers_stay_put
check library_leaves_the_process_alone
check exported_symbols_are_the_public_ones
check public_header_stands_alone
check hardening_is_in_the_binaries
check ids_are_unique
check every_finding_is_in_the_manual
check every_finding_has_a_golden_case
check options_match_the_manual
optional mandoc pages_are_sound
check no_paths_of_a_machine
check no_blanks_at_line_ends
check lines_are_short
optional patch planted_faults_fit
optional gcc gcc_is_silent
optional clang clang_is_silent
optional gcc analyzer_is_silent
optional cppcheck cppcheck_is_silent
optional shellcheck scripts_are_sound

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
