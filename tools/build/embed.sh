#!/bin/sh
# Turns the bytes on standard input into a C source on standard output: an array NAME of unsigned char, and NAME_size, its size.
# Behind the bytes stands a NUL. Called by variants.sh and page.sh.
set -eu
export LC_ALL=C

echo '/* Made by tools/build/embed.sh. */'
echo '#include <stddef.h>'
echo "extern const unsigned char $1[];"
echo "extern const size_t $1_size;"
echo "const unsigned char $1[] = {"
od -An -v -tu1 | sed 's/[0-9][0-9]*/&,/g'
# One byte more than the size, because C has no empty array.
echo '0};'
echo "const size_t $1_size = sizeof $1 - 1;"
