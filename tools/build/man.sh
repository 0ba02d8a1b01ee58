#!/bin/sh
# Writes a manual page to standard output; run by the Makefile as man.sh diag.def PAGE. A line ".\" @DIAGNOSTICS@" in the page
# becomes the list of all kinds of findings.
set -eu

awk -v list="$1" '
function findings(    line, part) {
    while ((getline line < list) > 0) {
        if (line ~ /^\/\* .* \*\/$/) {
            gsub(/^\/\* | \*\/$/, "", line)
            print ".Ss " line
            print ".Bl -tag -width Ds -compact"
            open = 1
        } else if (line ~ /^NT_DIAG\(/) {
            match(line, /"[^"]*"/); part = substr(line, RSTART + 1, RLENGTH - 2)
            line = substr(line, RSTART + RLENGTH)
            match(line, /NT_[A-Z]+/); level = tolower(substr(line, RSTART + 3, RLENGTH - 3))
            match(line, /".*"/); line = substr(line, RSTART + 1, RLENGTH - 2)
            print ".It Cm " part " Pq " level
            sub(/^[.\047]/, "\\\\\\&&", line)
            print line "."
        } else if (line == "" && open) {
            print ".El"
            open = 0
        }
    }
    if (open) print ".El"
}
/^\.\\" @DIAGNOSTICS@$/ { findings(); next }
{ print }
' "$2"
