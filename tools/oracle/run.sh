#!/usr/bin/env bash
#
# run.sh ORACLE_DUMP TABIA [COUNT [SEED]] - our moves against those of chess.js
#
# Legal moves and SAN must be the same in COUNT random positions, and so must
# be the names of all lines of the built-in book. chess.js is installed once,
# into build/oracle, so that the source tree stays clean.

set -euo pipefail
if [ $# -lt 2 ] || [ $# -gt 4 ]; then
    echo "usage: run.sh ORACLE_DUMP TABIA [COUNT [SEED]]" >&2
    exit 2
fi
dump=$(realpath "$1")
tabia=$(realpath "$2")
count=${3:-25000}
seed=${4:-1}
here=$(cd "$(dirname "$0")" && pwd)
work=$here/../../build/oracle

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "oracle: node and npm are needed (Debian: nodejs npm)" >&2
    exit 3
fi
mkdir -p "$work"
cp "$here"/*.mjs "$work/"
if ! cmp -s "$here/package-lock.json" "$work/package-lock.json" ||
    [ ! -d "$work/node_modules/chess.js" ]; then
    cp "$here/package.json" "$here/package-lock.json" "$work/"
    (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund --silent) || {
        rm -f "$work/package-lock.json"
        echo "oracle: npm could not install chess.js" >&2
        exit 3
    }
fi
"$dump" "$count" "$seed" | node "$work/compare.mjs" "$count"

data=$here/../../data
sed 's/ *[(#].*//; /^$/d; s/[?x]//g' "$data/openings.txt" |
    "$tabia" name --batch | node "$work/names.mjs" "$data/names.tsv"

# The transitions of Chess Openings files, where there are some.
files=("$here"/../../../shared/data/openings-text/v*.txt)
if [ -f "${files[0]}" ]; then
    "${dump%/*}/oracle_openings" "${files[@]}" | node "$work/openings.mjs"
else
    echo "openings: skipped"
fi
