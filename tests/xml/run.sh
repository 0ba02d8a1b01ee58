#!/bin/bash
# The XML that the filters write is valid by the schema: xmllint says so of the games of all samples and of a report, jing, where
# it is installed, of some; and xmllint refuses what the schema forbids. Called by tests/run.sh. Ends with "N passed, N failed".
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
build=$(cd "${BUILD:-build}" && pwd) || exit 2
PATH=$build/bin:$PATH
schema=libnotation/formats/notation.rng
work=$(mktemp -d "$build/xml.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
. tests/support/check.sh

refused() { ! xmllint --noout --relaxng $schema "$1"; }

for file in samples/*/*.{pgn,gc,alg,txt,jsonl,html}; do
    nt-conv -q -t xml "$file" >"$work/games.xml"
    nt-parse -q -t xml "$file" >>"$work/parsed.xml" && mv "$work/parsed.xml" "$work/records.xml"
    rm -f "$work/parsed.xml"
    check "$file" xmllint --noout --relaxng $schema "$work/games.xml"
done
nt-check --xml --verdicts samples/faulty/*.{pgn,gc,alg} samples/chess/blitz.pgn >"$work/report.xml"
(cd samples/tournament && nt-check --xml --verdicts --tournament round-2.tournament round-2) >"$work/round.xml"
check 'the report of a round' xmllint --noout --relaxng $schema "$work/round.xml"
check report xmllint --noout --relaxng $schema "$work/report.xml"
check records xmllint --noout --relaxng $schema "$work/records.xml"
nt-conv -t xml samples/chess/*.pgn >"$work/games.xml"
if command -v jing >/dev/null 2>&1; then
    check jing jing $schema "$work/games.xml" "$work/report.xml" "$work/round.xml"
else
    echo "jing is not installed: left out"
fi
sed 's/ number="1"//' "$work/games.xml" >"$work/bad.xml"
check 'a game without its number' refused "$work/bad.xml"
sed 's/<tag name="Event">/<tag>/' "$work/games.xml" >"$work/bad.xml"
check 'a tag without its name' refused "$work/bad.xml"
sed 's:<player>.*</player>::' "$work/round.xml" >"$work/bad.xml"
check 'a pairing of nobody' refused "$work/bad.xml"
sed 's/severity="error"/severity="bad"/' "$work/report.xml" >"$work/bad.xml"
check 'another severity' refused "$work/bad.xml"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
