#!/bin/sh
# Games of several variants in several notations, worked on by four threads at once; with FULL=1 all small samples. Called by
# tests/run.sh. Ends with "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 2
BUILD=${BUILD:-build}
set -- samples/ajax-orthodox/* samples/faulty/moves.pgn samples/hexagonal/*.jsonl samples/hexagonal/glinski.pgn samples/pages/log.html
if [ "${FULL:-0}" = 1 ]; then set -- samples/faulty/*.pgn samples/hexagonal/* samples/pages/* samples/synthetic/*; fi
exec "$BUILD/tests/threads/threads" "$@"
