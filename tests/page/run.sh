#!/bin/bash
# Pages of games, in a real browser: the positions that they show, click by click, against those of nt-replay; then what else
# they promise (check.mjs). Needs Chromium and node; without them only the form of the pages is checked. With FULL=1 also
# every sample, and a page of a thousand games. Called by tests/run.sh. Ends with "N passed, N failed".
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
PATH=$(cd "${BUILD:-build}" && pwd)/bin:$PATH
work=$(mktemp -d "${BUILD:-build}/page.XXXXXX") || exit 2
work=$(cd "$work" && pwd)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
note() { # status text
    if [ "$1" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "$2"; fi
}

cat >"$work/lines.pgn" <<'END'
[Event "Lines"]
[White "A"]
[Black "B"]

1. e4 {a comment} (1. d4 d5 (1... Nf6)) 1... e5! (1... c5 2. Nf3) 2. Nf3 *
END
cat >"$work/illegal.pgn" <<'END'
1. e4 b6 2. Nf3 Ba6 3. g3 e6 4. Bg2 Nc6 5. d3 Nb4 6. d4 Nxc2+ 7. Qxc2 Be7 8. O-O Nf6 *
END
cat >"$work/hostile.pgn" <<'END'
[Event "<script>window.pwned=1</script>"]
[White "\"><img src=x onerror=window.pwned=1>"]
[Black "javascript:alert(1)"]

1. e4 {</div></article><img src=x onerror="window.pwned=1">&lt; " ' -->} e5 *
END
printf '[Variant "no such game"]\n\n1. e4 (1. d4) e5 *\n' >"$work/unjudged.pgn"
cp samples/hexagonal/anglojewish-glinski-migrant-3p.gc "$work/three.gc"
cp samples/ajax-orthodox/made-up.gc "$work/hands.gc"

# To be clicked through: a game on squares with hands, one on hexagons, one of three players.
nt-grep -m 1 samples/crazyhouse/fics.pgn >"$work/walk-crazyhouse.game"
cp samples/hexagonal/glinski.pgn "$work/walk-glinski.game"
cp "$work/three.gc" "$work/walk-three.game"
if [ "${FULL:-0}" != 0 ]; then
    for file in samples/{chess,chess960,crazyhouse,hexagonal,synthetic,ajax-orthodox}/*.*; do
        cp "$file" "$work/walk-${file##*/}.game"
    done
fi
for file in "$work"/*.{pgn,gc,game}; do
    nt-conv -q -t html "$file" >"${file%.*}.html"
done
nt-conv -t html /dev/null >"$work/none.html"

if command -v xmllint >/dev/null 2>&1; then
    for file in "$work"/*.html; do
        xmllint --noout "$file"
        note $? "${file##*/}: not well-formed"
    done
else
    echo "whether the pages are well-formed was not checked: xmllint is not installed"
fi
for file in "$work"/*.html; do
    [ "$(grep -cE '(src|action|data)="[a-z]+:|url\(|@import|<link|<base' "$file")" -eq 0 ]
    note $? "${file##*/}: refers to something outside"
done

browser=
for name in chromium chromium-browser google-chrome; do
    [ -n "$browser" ] || browser=$(command -v "$name")
done
if [ -z "$browser" ] || ! command -v node >/dev/null 2>&1; then
    echo "pages were not opened: Chromium or node is not installed"
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit
fi

timeout 600 node tests/page/walk.mjs "$browser" "$work/profile" "$work"/walk-*.html >"$work/came"
for file in "$work"/walk-*.game; do
    page=${file##*/}
    page=${page%.game}.html
    nt-replay -q --each --as=cells "$file" >"$work/due"
    sed -n "/^== $page\$/,/^== /p" "$work/came" | grep -v '^== ' >"$work/shown"
    diff "$work/due" "$work/shown" >"$work/difference"
    note $? "$page: other positions than those of nt-replay: $(head -c 600 "$work/difference")"
done
counts=$(timeout 120 node tests/page/check.mjs "$browser" "$work/profile" "$work" | tee "$work/checks" | tail -n 1)
grep -vx -- "$counts" "$work/checks"
case $counts in
*' passed, '*' failed')
    passed=$((passed + ${counts%% *}))
    counts=${counts#*, }
    failed=$((failed + ${counts%% *}))
    ;;
*) note 1 'the checks did not come to their end' ;;
esac
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
