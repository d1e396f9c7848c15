#!/usr/bin/env bash
#
# oracle.sh ORACLE_DUMP [COUNT [SEED]] - our moves against those of chess.js
#
# Legal moves and SAN must be the same in COUNT random positions. chess.js is
# fetched with npm into build/oracle, once.

set -euo pipefail
dump=$(realpath "$1")
count=${2:-25000}
seed=${3:-1}
cd "$(dirname "$0")/.."

mkdir -p build/oracle
if [ ! -d build/oracle/node_modules/chess.js ]; then
    npm install --prefix build/oracle --no-audit --no-fund --silent \
        chess.js@1 || { echo "oracle: cannot fetch chess.js" >&2; exit 3; }
fi
cp tools/oracle.mjs build/oracle/oracle.mjs
"$dump" "$count" "$seed" | node build/oracle/oracle.mjs
