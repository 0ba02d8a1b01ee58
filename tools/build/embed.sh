#!/bin/sh
# Turns variant files into a C source on standard output; run by the Makefile. Each file is preceded by a line "#file NAME",
# so that messages about its text can name it.
set -eu
export LC_ALL=C

echo '/* Made from the variant files by tools/build/embed.sh. */'
echo '#include <stddef.h>'
echo 'extern const unsigned char nt_builtin_variants[];'
echo 'extern const size_t nt_builtin_variants_size;'
echo 'const unsigned char nt_builtin_variants[] = {'
for file in "$@"; do
    printf '#file %s\n' "${file##*/}"
    cat -- "$file"
    echo
done | od -An -v -tu1 | sed 's/[0-9][0-9]*/&,/g'
# One byte more than the size, because C has no empty array.
echo '0};'
echo 'const size_t nt_builtin_variants_size = sizeof nt_builtin_variants - 1;'
