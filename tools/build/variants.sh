#!/bin/sh
# Turns variant files into a C source on standard output; run by the Makefile. Each file is preceded by a line "#file NAME",
# so that messages about its text can name it.
set -eu

for file in "$@"; do
    printf '#file %s\n' "${file##*/}"
    cat -- "$file"
    echo
done | "${0%/*}/embed.sh" nt_builtin_variants
