# Sourced by scripts that damage a copy of the source: copy_source NAME copies what git tracks to $BUILD/NAME and goes there.
# shellcheck shell=bash
copy_source() {
    unset MAKEFLAGS MFLAGS MAKEOVERRIDES # BUILD=... of the make that runs this is not for those in the copy
    BUILD=$(mkdir -p "${BUILD:-build}" && cd "${BUILD:-build}" && pwd) || exit 2
    tree=$BUILD/$1
    rm -rf "$tree"
    mkdir -p "$tree" && git ls-files -z | xargs -0 cp --parents -t "$tree" && cd "$tree" || exit 2
}
