#!/bin/bash
# What the tests run of the library, by file, with the lines that they do not run; after a run with --coverage. MC/DC is not
# offered by gcc 12 and clang 14. Exit status 1 below 95 % of lines or 85 % of branches. Called by make cov.
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 2
BUILD=${BUILD:-build/cov}
command -v gcovr >/dev/null || { echo 'gcovr is not installed' >&2; exit 2; }
gcovr --root . --filter 'libnotation/' --object-directory "$BUILD" --exclude-unreachable-branches \
    --txt "$BUILD/lines.txt" --csv "$BUILD/coverage.csv" "$BUILD" 2>"$BUILD/gcovr.log" || {
    tail -n 5 "$BUILD/gcovr.log"
    exit 2
}
gcovr --root . --filter 'libnotation/' --object-directory "$BUILD" --exclude-unreachable-branches --branches \
    --txt "$BUILD/branches.txt" "$BUILD" 2>/dev/null
sed -n '/^File/,$p' "$BUILD/lines.txt"
echo "lines of code without a test: $BUILD/lines.txt, by branches: $BUILD/branches.txt; why: tests/coverage/README.md"
awk -F , 'NR > 1 { lines += $2; run += $3; branches += $5; taken += $6 }
    END { printf "libnotation: %.1f %% of %d lines, %.1f %% of %d branches\n", 100 * run / lines, lines, 100 * taken / branches, branches
          exit run < 0.95 * lines || taken < 0.85 * branches }' "$BUILD/coverage.csv"
