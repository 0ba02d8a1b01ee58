#!/bin/sh
# Writes a manual page to standard output; run by the Makefile as man.sh LIBRARY PAGE. Some comment lines of a page are
# replaced: .\" @DIAGNOSTICS@ by the list of all kinds of findings, .\" @FUNCTIONS@ by the declarations of notation.h with
# their descriptions, .\" @OPTIONS NAME@ by man/options/NAME.mdoc.
set -eu

awk -v list="$1/base/diag.def" -v header="$1/notation.h" -v folder="${2%/*}/options/" '
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
# A line of roff text that shows the bytes as they are.
function plain(line) {
    gsub(/\\/, "\\e", line)
    sub(/^[.\047]/, "\\\\\\&&", line)
    return line
}
function paragraph() {
    if (!fresh) print ".Pp"
    fresh = 1
}
# A paragraph break at an empty line; a new line for "name    what it is".
function describe(line) {
    if (line == "") { paragraph(); return }
    if (match(line, /^[a-z_]+   */) && RLENGTH < length(line)) {
        if (!fresh) print ".br"
        print ".Va " substr(line, 1, index(line, " ") - 1)
        line = substr(line, RLENGTH + 1)
    }
    sub(/^ +/, "", line)
    line = plain(line)
    gsub(/[.] /, ".\n", line)
    print line
    fresh = 0
}
function end_code() {
    if (code) { print ".Ed"; fresh = 0 }
    code = 0
}
function functions(    line, comment, heading, started, opens) {
    while ((getline line < header) > 0) {
        if (line ~ /^#ifdef __cplusplus/ && started) break
        if (line ~ /^\/\* -----/) { end_code(); heading = 1; continue }
        if (heading) {
            gsub(/^\/\* | *\*\/$/, "", line)
            print ".Ss " line
            fresh = 1
            heading = 0
            started = 1
            continue
        }
        if (!started) continue
        if (!comment && line ~ /^\/\*/) {
            end_code()
            comment = 1
            paragraph()
            sub(/^\/\* /, " * ", line)
        }
        if (comment) {
            opens = line !~ /\*\/$/
            sub(/^ \* ?/, "", line)
            sub(/ *\*\/$/, "", line)
            describe(line)
            comment = opens
            continue
        }
        if (line == "" && !depth) { end_code(); continue }
        if (!code) print ".Bd -literal"
        code = 1
        if (line ~ /\{$/) depth++
        if (line ~ /^\}/) depth = 0
        sub(/^NT_API /, "", line)
        print plain(line)
    }
    end_code()
}
/^\.\\" @DIAGNOSTICS@$/ { findings(); next }
/^\.\\" @FUNCTIONS@$/ { functions(); next }
/^\.\\" @OPTIONS [a-z]+@$/ { sub(/@$/, "", $3); include($3); next }
{ print }
' "$2"
