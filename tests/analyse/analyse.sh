#!/bin/bash
# Analyses that take longer than lint: valgrind over golden cases (one in ten; FULL=1: all, or those of a pattern CASES),
# MemorySanitizer and ThreadSanitizer where the compiler has them, clang-tidy. Arguments name some of them: valgrind, thread,
# memory, tidy. A program that is not installed is named and its part left out. Called by make analyse. Ends with "N passed, N
# failed".
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
BUILD=$(cd "${BUILD:-build}" && pwd) || exit 2
work=$(mktemp -d "$BUILD/analyse.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

report() { # what, file with what was found
    if [ -s "$2" ]; then
        failed=$((failed + 1))
        cp "$2" "$BUILD/analyse-${2##*/}"
        echo "$1: all of it is in $BUILD/analyse-${2##*/}"
        head -c 4000 "$2"
    else
        passed=$((passed + 1))
    fi
}

has() { command -v "$1" >/dev/null 2>&1 || { echo "$2: left out, $1 is not installed" && false; }; }

# ---- valgrind: the filters of golden cases; what it finds goes to a file each ----

under_valgrind() {
    local tool case n=0 step=10
    [ -z "${FULL:-}" ] || step=1
    mkdir -p "$work/bin" "$work/found"
    for tool in "$BUILD"/bin/nt-*; do
        printf '#!/bin/sh\nexec valgrind -q --vgdb=no --suppressions=%s --leak-check=full --errors-for-leak-kinds=definite --log-file=%s %s "$@"\n' \
            "$PWD/tests/analyse/valgrind.supp" "$work/found/%p" "$tool" >"$work/bin/${tool##*/}"
    done
    chmod +x "$work"/bin/*
    # shellcheck disable=SC2086 # a pattern
    for case in ${CASES:-tests/golden/*/*/}; do
        n=$((n + 1))
        [ $((n % step)) -eq 0 ] || continue
        (cd "$case" && TOP=$PWD/../../../.. NT_NO_SANDBOX=1 PATH=$work/bin:$PATH bash ./cmd >/dev/null 2>&1 </dev/null)
        find "$work/found" -type f -exec sed -n "s|^==|$case: ==|p" {} + >>"$work/valgrind" # not what goes to a closed output
        rm -f "$work"/found/*
    done
    echo "valgrind: $((n / step)) golden cases"
}

# ---- programs with a sanitizer ----

sanitized() { # name, program, what runs it...
    make -s BUILD="$BUILD/$1" HARDEN= CC=clang CFLAGS="-O1 -g -fsanitize=$1 -fno-sanitize-recover=all" "$BUILD/$1/tests/$2" \
        >"$work/build" 2>&1 || { tail -n 5 "$work/build" && return 1; }
    BUILD=$BUILD/$1 "${@:3}" >"$work/log" 2>&1 || { echo "$2:" && tail -n 30 "$work/log"; }
    tail -n 1 "$work/log" >&3
}

# What needs no foreign library, which was not built for it: rules, and the records of notations other than json, xml and html.
without_libraries() {
    sanitized memory perft/perft tests/perft/run.sh
    sanitized memory fuzz/replay tests/fuzz/run.sh pgn gc alg coord uci code pattern variant betza moves
}

tidy() {
    local checks='-*,bugprone-*,clang-analyzer-*,cert-err33-c,misc-redundant-expression'
    # what the style of the project decides otherwise: parameters of one type side by side, short names, macros of tables,
    # C11's Annex K, which glibc has not, and printf to stdout, which cli_finish checks; texts that are counted and end with no
    # NUL, arrays of pointers, numbers of files and ranks, which are small
    checks+=',-bugprone-easily-swappable-parameters,-bugprone-macro-parentheses,-bugprone-branch-clone'
    checks+=',-bugprone-narrowing-conversions,-bugprone-implicit-widening-of-multiplication-result,-bugprone-reserved-identifier'
    checks+=',-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling,-cert-err33-c'
    checks+=',-bugprone-not-null-terminated-result,-bugprone-sizeof-expression,-bugprone-signed-char-misuse'
    # one file each: of several together the analyser loses sight of va_start
    # shellcheck disable=SC2016 # for the inner shell
    printf '%s\n' libnotation/*/*.c tools/*.c | xargs -d '\n' -n 1 -P 2 sh -c 'clang-tidy --quiet --checks="$0" "$@" -- -std=c17 \
        -D_POSIX_C_SOURCE=200809L -Ilibnotation -I. $(pkg-config --cflags libxml-2.0) 2>/dev/null' "$checks" | grep -E '(warning|error):'
}

exec 3>&1
[ $# -gt 0 ] || set -- valgrind thread memory tidy
for part in "$@"; do
    case $part in
    valgrind) has valgrind "$part" && under_valgrind && touch "$work/$part" ;;
    thread) has clang "$part" && sanitized thread threads/threads tests/threads/run.sh >"$work/$part" 2>&1 ;;
    memory) has clang "$part" && without_libraries >"$work/$part" 2>&1 ;;
    tidy) has clang-tidy "$part" && tidy >"$work/$part" 2>&1 ;;
    esac
    [ ! -e "$work/$part" ] || report "$part" "$work/$part"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
