#!/bin/sh
# Writes a manual page to standard output; run by the Makefile as man.sh diag.def PAGE. Two kinds of comment lines in a page
# are replaced: .\" @DIAGNOSTICS@ by the list of all kinds of findings, .\" @OPTIONS NAME@ by man/options/NAME.mdoc.
set -eu

awk -v list="$1" -v folder="${2%/*}/options/" '
function findings(    line, id, level, open) {
    while ((getline line < list) > 0) {
        if (line ~ /^\/\* .* \*\/$/) {
            gsub(/^\/\* | \*\/$/, "", line)
            print ".Ss " line
            print ".Bl -tag -width Ds -compact"
            open = 1
        } else if (line ~ /^NT_DIAG\(/) {
            match(line, /"[^"]*"/); id = substr(line, RSTART + 1, RLENGTH - 2)
            line = substr(line, RSTART + RLENGTH)
            match(line, /NT_[A-Z]+/); level = tolower(substr(line, RSTART + 3, RLENGTH - 3))
            match(line, /".*"/); line = substr(line, RSTART + 1, RLENGTH - 2)
            print ".It Cm " id " Pq " level
            print "\\&" toupper(substr(line, 1, 1)) substr(line, 2) "."
        } else if (line == "" && open) {
            print ".El"
            open = 0
        }
    }
    if (open) print ".El"
}
function include(name,    line, file, any) {
    file = folder name ".mdoc"
    while ((getline line < file) > 0) {
        if (line !~ /^# /) print line
        any = 1
    }
    if (!any) { print "man.sh: cannot read " file > "/dev/stderr"; exit 1 }
}
/^\.\\" @DIAGNOSTICS@$/ { findings(); next }
/^\.\\" @OPTIONS [a-z]+@$/ { sub(/@$/, "", $3); include($3); next }
{ print }
' "$2"
