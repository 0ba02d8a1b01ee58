#!/bin/bash
# What is shipped: completions, hardening of the built files, the interface of the library against the one that was released,
# programs against the installed header alone. With FULL=1 (make release) also the source archive, two builds in two folders,
# the golden cases with an installed copy, and the Debian packages. Called by tests/run.sh. Ends with "N passed, N failed".
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
top=$PWD
BUILD=$(cd "${BUILD:-build}" && pwd) || exit 2
export BUILD
work=$(mktemp -d "$BUILD/release.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

check() { # what, command...: passes when it succeeds and prints nothing
    local what=$1
    shift
    if "$@" >"$work/log" 2>&1 && [ ! -s "$work/log" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$what:"
        tail -n 40 "$work/log"
    fi
}

optional() { # program, what, command...
    local program=$1
    shift
    if command -v "$program" >/dev/null 2>&1; then check "$@"; else echo "$1: left out, $program is not installed"; fi
}

quietly() { "$@" >"$work/quiet" 2>&1 || { tail -n 20 "$work/quiet"; return 1; }; }

# ---- the built files ----

completions() { PATH=$BUILD/bin:$PATH tests/release/completions.sh "$BUILD/completions"; }

# Which of the flags of the Makefile are in a file: a program or the shared library.
hardening() {
    local file fortified=0
    for file in "$BUILD"/bin/nt-* "$BUILD/libnotation.so"; do
        readelf -lW "$file" >"$work/segments"
        readelf -dW "$file" >"$work/dynamic"
        readelf -sW "$file" >"$work/symbols"
        grep -q 'GNU_RELRO' "$work/segments" || echo "$file: no RELRO"
        grep -q 'BIND_NOW\|FLAGS_1.*NOW' "$work/dynamic" || echo "$file: not bound at start, RELRO is partial"
        grep -q 'TEXTREL' "$work/dynamic" && echo "$file: relocations in the code"
        grep -q 'RPATH\|RUNPATH' "$work/dynamic" && echo "$file: a search path for libraries"
        grep 'GNU_STACK' "$work/segments" | grep -q 'RWE' && echo "$file: executable stack"
        grep -qE 'LOAD.*RWE' "$work/segments" && echo "$file: a segment that can be written and executed"
        grep -q '__stack_chk_fail' "$work/symbols" || echo "$file: no stack protector"
        grep -qE '__[a-z]+_chk' <(grep -v '__stack_chk' "$work/symbols") && fortified=$((fortified + 1))
        case $file in */bin/*) grep -q 'FLAGS_1.*PIE' "$work/dynamic" || echo "$file: not position independent" ;; esac
    done
    [ "$fortified" -gt 0 ] || echo 'no file calls a checked function: -D_FORTIFY_SOURCE is without effect'
    [ "$(uname -m)" != x86_64 ] || [ "$(objdump -d "$BUILD/bin/nt-perft" | grep -c endbr64)" -gt 100 ] ||
        echo 'no endbr64 at the starts of functions: -fcf-protection is without effect'
}

# ---- the interface ----

exported() { nm -D --defined-only "$1" | awk '{ print $3 }' | sort; }

# What was there in the first release is there still; the symbols file of the Debian package says it.
symbols_stay() {
    comm -23 <(sed -n 's/^ \(nt_[a-z0-9_]*\)@Base .*/\1/p' debian/libnotation0.symbols | sort) <(exported "$BUILD/libnotation.so") |
        sed 's/$/ is gone: that breaks programs/'
}

# The library of the last tag, built, against the one at hand.
interface_stays() {
    local tag
    tag=$(git describe --tags --abbrev=0)
    mkdir "$work/tag" && git archive "$tag" | tar -x -C "$work/tag" || return 1
    quietly make -s -C "$work/tag" -j2 library BUILD=build || return 1
    ln -s build/libnotation.so "$work/tag/libnotation.so" && tests/release/interface.sh "$work/tag"
}

install_copy() {
    quietly make -s --no-print-directory install BUILD="$BUILD" DESTDIR="$work/root" PREFIX=/usr LIBDIR=/usr/lib/here
    usr=$work/root/usr
}

# With nothing of the source at hand but what is installed, and all warnings.
program() { # compiler, standard, suffix
    local flags
    cat >"$work/program.$3" <<'END'
#include <notation.h>
#include <stdio.h>
int main(void) {
    nt_settings settings = {};
    nt_context *context = nt_context_new(&settings);
    const nt_variant *variant = 0;
    uint64_t nodes = 0;
    if (nt_variant_load(context, "chess", &variant) != NT_OK) return 1;
    nt_position *position = nt_position_new(context, variant);
    if (nt_perft(position, 3, &nodes) != NT_OK) return 1;
    nt_position_free(position);
    nt_context_free(context);
    printf("%llu\n", (unsigned long long)nodes);
    return 0;
}
END
    [ "$3" = cc ] || sed -i 's/= {};/= {0};/' "$work/program.$3"
    flags=$(PKG_CONFIG_PATH=$usr/lib/here/pkgconfig pkg-config --define-variable=prefix="$usr" --cflags --libs notation)
    # shellcheck disable=SC2086 # options
    (cd "$work" && "$1" "-std=$2" -Wall -Wextra -Wpedantic -Werror -Wno-missing-field-initializers -o "program.$3.out" "program.$3" $flags) &&
        [ "$(LD_LIBRARY_PATH=$usr/lib/here "$work/program.$3.out")" = 8902 ]
}

# ---- all of it ----

archive() {
    quietly make -s dist BUILD="$work/dist" || return 1
    tar -xzf "$work"/dist/notation-*.tar.gz -C "$work" && mv "$work"/notation-*/ "$work/one" && cp -a "$work/one" "$work/another"
    diff <(git ls-tree -r --name-only HEAD) <(cd "$work/one" && find . -type f | sed 's|^\./||' | sort)
}

same_bytes() {
    (cd "$work/one" && quietly make -s -j2 BUILD=build) || return 1
    (cd "$work/another" && quietly make -s BUILD=build) || return 1
    diff <(cd "$work/one/build" && find bin man completions lib* -type f -exec sha256sum {} + | sort) \
        <(cd "$work/another/build" && find bin man completions lib* -type f -exec sha256sum {} + | sort)
}

installed_golden() { BUILD=$usr quietly tests/golden/run.sh; }

packages() {
    quietly make -s package BUILD="$work/deb" || return 1
    (cd "$work/deb/package" && ls ./*.deb >/dev/null && lintian --fail-on error --tag-display-limit 0 ./*.deb >"$work/lintian" 2>&1) ||
        cat "$work/lintian"
    mkdir "$work/unpacked"
    for file in "$work"/deb/package/*.deb; do dpkg-deb -x "$file" "$work/unpacked"; done
    [ "$("$work/unpacked/usr/bin/nt-perft" 3)" = 8902 ] || echo 'nt-perft of the package does not run'
    (cd "$top" && BUILD=$work/unpacked/usr quietly tests/golden/run.sh)
}

case $BUILD in
*/san | */cov) ;; # other flags
*)
    check 'completions' completions
    check 'hardening of the built files' hardening
    ;;
esac
check 'symbols that were released stay' symbols_stay
check 'make install' install_copy
check 'a C17 program against the installed header' program gcc c17 c
optional g++ 'a C++ program against the installed header' program g++ c++17 cc
if [ -n "${FULL:-}" ]; then
    if git describe --tags --abbrev=0 >/dev/null 2>&1; then
        optional abidiff 'the interface of the last tag stays' interface_stays
    else
        echo 'the interface of the last tag: left out, there is no tag; the symbols are those of debian/libnotation0.symbols'
    fi
    check 'the archive has what is tracked' archive
    check 'two builds in two folders have the same bytes' same_bytes
    check 'the golden cases, with the installed copy' installed_golden
    optional lintian 'Debian packages' packages
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
