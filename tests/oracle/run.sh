#!/bin/sh
# Oracle tests over the games of this folder; with FULL=1 also over the full collection, where ../shared is at hand.
set -u
cd "$(dirname "$0")/../.." || exit 2
BUILD=${BUILD:-build}
SHARED=${SHARED:-../shared}
set -- tests/oracle/*.jsonl
if [ "${FULL:-0}" = 1 ] && [ -d "$SHARED/data/oracle" ]; then
    set -- "$@" "$SHARED"/data/oracle/games/*.jsonl "$SHARED"/data/oracle/directed/*.jsonl
fi
exec "$BUILD/tests/oracle/oracle" tests/oracle/known.txt "$@"
