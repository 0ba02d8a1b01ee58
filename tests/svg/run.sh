#!/bin/bash
# Pictures of every variant, and of the moves of every piece of some: each has to be a well-formed document that is complete
# in itself. Called by tests/run.sh. Ends with "N passed, N failed".
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
PATH=$(cd "${BUILD:-build}" && pwd)/bin:$PATH
work=$(mktemp -d "${BUILD:-build}/svg.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
failed=0
fail() {
    echo "$*"
    failed=$((failed + 1))
}

# One of the many Anglojewish games for each layout and one with three players stand for all.
nt-variant list | cut -f 1 | grep -v '^anglojewish-.*-\(migrant\|broker\|corporal\|straight\)' >"$work/names"
while read -r name; do
    nt-variant show --svg "$name" >"$work/$name.svg" || fail "$name: no picture of the array"
done <"$work/names"

for name in chess ajax-orthodox glinski anglojewish-glinski-point mixed-radial-wellisch atlantean-coffee-house brusky; do
    nt-variant show "$name" | sed -n 's/^\([A-Z]\{1,3\}\)  [a-z].*/\1/p' >"$work/labels"
    [ -s "$work/labels" ] || fail "$name: no pieces"
    while read -r label; do
        nt-variant show --svg "$name" "$label" >"$work/$name.$label.svg" || fail "$name $label: no picture"
    done <"$work/labels"
done

forbidden='<script|<style|<image|<foreignObject|url\(|xlink|javascript| on[a-z]+='
count=0
for file in "$work"/*.svg; do
    count=$((count + 1))
    name=${file##*/}
    grep -q '^<svg xmlns="http://www.w3.org/2000/svg" viewBox="' "$file" || fail "$name: no view box"
    if grep -Eiq "$forbidden" "$file"; then fail "$name: not a plain picture"; fi
    [ "$(grep -c '://' "$file")" -eq 1 ] || fail "$name: more addresses than that of the name space"
    grep -q '<title>..*</title>' "$file" || fail "$name: no title"
    grep -q '<desc>' "$file" || fail "$name: no description"
    lost=$(comm -13 <(grep -o ' id="[^"]*' "$file" | sed 's/.*"//' | sort) \
        <(grep -o 'href="#[^"]*' "$file" | sed 's/.*#//' | sort -u))
    [ -z "$lost" ] || fail "$name: uses what is not there: $lost"
done
if command -v xmllint >/dev/null 2>&1; then
    xmllint --noout "$work"/*.svg || fail "not well-formed"
else
    echo "whether the pictures are well-formed was not checked: xmllint is not installed"
fi
[ "$count" -gt 60 ] || fail "only $count pictures"
[ "$failed" -le "$count" ] || failed=$count
echo "$((count - failed)) passed, $failed failed"
[ "$failed" -eq 0 ]
