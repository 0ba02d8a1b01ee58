#!/bin/sh
# Looks for the compiler and the packages that the build needs. What is missing is installed where that is possible (root on
# a Debian system), else named. Exit status 2 when something stays missing.
set -eu

missing() {
    need=
    command -v gcc >/dev/null 2>&1 || command -v "${CC:-cc}" >/dev/null 2>&1 || need="$need gcc libc6-dev"
    if command -v pkg-config >/dev/null 2>&1; then
        pkg-config --exists jansson || need="$need libjansson-dev"
        pkg-config --exists libpcre2-8 || need="$need libpcre2-dev"
        pkg-config --exists check || need="$need check"
        pkg-config --exists zlib || need="$need zlib1g-dev"
        pkg-config --exists libzstd || need="$need libzstd-dev"
        pkg-config --exists liblzma || need="$need liblzma-dev"
        pkg-config --exists libxml-2.0 || need="$need libxml2-dev"
        pkg-config --exists sqlite3 || need="$need libsqlite3-dev"
    else
        need="$need pkg-config libjansson-dev libpcre2-dev check zlib1g-dev libzstd-dev liblzma-dev libxml2-dev libsqlite3-dev"
    fi
    [ -e /usr/include/bzlib.h ] || need="$need libbz2-dev"
    command -v xmllint >/dev/null 2>&1 || need="$need libxml2-utils"
    echo "${need# }"
}

need=$(missing)
[ -n "$need" ] || exit 0
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing: $need" >&2
    # shellcheck disable=SC2086 # a list of package names
    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install $need; } >&2 || :
    need=$(missing)
    [ -n "$need" ] || exit 0
fi
echo "setup: please install these packages (names as on Debian): $need" >&2
exit 2
