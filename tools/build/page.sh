#!/bin/sh
# Turns the page of the html notation into a C source on standard output; run by the Makefile: page.sh PAGE STYLE SCRIPT. The
# style sheet and the script take their places in the page, and so do their hashes in its policy, by which a browser runs no
# other script. What is written by the library goes where @SPLIT@ stands: there a part of the page ends with a NUL.
set -eu
export LC_ALL=C
page=$(awk -v style="$2" -v script="$3" '
    function copy(file,  line) { while ((getline line < file) > 0) print line }
    $0 == "@STYLE@" { copy(style); next }
    $0 == "@SCRIPT@" { copy(script); next }
    { print }' "$1")

# The hash of what stands inside an element, as a source of the policy.
hash() {
    inside=$(printf '%s\n' "$page" | sed -n "/<$1>/,/<\/$1>/p" | sed "s/^<$1>//; s/<\/$1>\$//")
    sum=$(printf '%s' "$inside" | sha256sum | cut -c 1-64 | tr a-f A-F | basenc --decode --base16 | base64)
    printf "'sha256-%s'" "$sum"
}

printf '%s\n' "$page" | sed "s|@STYLE-HASH@|$(hash style)|; s|@SCRIPT-HASH@|$(hash script)|; s|@SPLIT@|$(printf '\001')|g" |
    tr '\001' '\000' | "${0%/*}/embed.sh" nt_html_page
