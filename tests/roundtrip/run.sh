#!/bin/sh
# Round trips of the oracle's games through every notation; with FULL=1 also of the full collection, where ../shared is at hand.
set -u
cd "$(dirname "$0")/../.." || exit 2
BUILD=${BUILD:-build}
SHARED=${SHARED:-../shared}
set -- tests/oracle/games.jsonl
if [ "${FULL:-0}" = 1 ] && [ -d "$SHARED/data/oracle" ]; then set -- "$@" "$SHARED"/data/oracle/games/*.jsonl; fi
exec "$BUILD/tests/roundtrip/roundtrip" "$@"
