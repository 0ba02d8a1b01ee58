#!/bin/sh
# Passes lines on, but for the summaries of nt-check (12 games, 840 plies, ...), whose sums go to standard error at the end.
# The exit status is the worst of those in a file, which is read last: one a line, or a job log of GNU parallel.
#   sum.sh STATUSES <LINES
set -u
awk '
/^[0-9]+ games, [0-9]+ plies, / {
    for (i = 1; i < NF; i += 2) { sum[i] += $i; word[i] = $(i + 1) }
    next
}
{ print }
END {
    for (i = 1; i in sum; i += 2) line = line (i > 1 ? " " : "") sprintf("%d", sum[i]) " " word[i]
    if (line != "") print line | "cat >&2"
}'
exit "$(awk -F '\t' '
NF > 1 && $7 == "Exitval" { next }
{ status = NF > 1 ? $7 : $1; if (status < 0 || status > 2) status = 2; if (status > worst) worst = status }
END { print worst + 0 }' "$1")"
