#!/bin/sh
# Perft tests over the tables of this folder; with FULL=1 also over those of the oracles, where ../shared is at hand.
set -u
cd "$(dirname "$0")/../.." || exit 2
BUILD=${BUILD:-build}
SHARED=${SHARED:-../shared}
set -- tests/perft/*.tsv
if [ "${FULL:-0}" = 1 ] && [ -d "$SHARED/data/oracle" ]; then
    set -- "$@" "$SHARED"/data/oracle/perft.tsv "$SHARED"/data/oracle/perft_positions.tsv "$SHARED"/data/oracle/fairy-perft.tsv
fi
exec "$BUILD/tests/perft/perft" "$@"
