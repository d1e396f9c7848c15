#!/usr/bin/env bash
#
# fsrs.sh FSRS_DUMP [COUNT [SEED]] - our schedule against that of ts-fsrs
#
# Needs node and npm; says "skipped" (status 77) without them. The package is
# installed once, into build/practice.

set -euo pipefail
dump=$(realpath "$1")
count=${2:-10000}
seed=${3:-1}
here=$(cd "$(dirname "$0")" && pwd)
work=$here/../../build/practice
NODE_MIN=20

skip() {
    echo "skipped: $1"
    exit 77
}
command -v node >/dev/null || skip "no node"
[ "$(node -p 'parseInt(process.versions.node)')" -ge $NODE_MIN ] ||
    skip "node is older than $NODE_MIN"
mkdir -p "$work"
cp "$here/fsrs.mjs" "$work/"
if ! cmp -s "$here/package-lock.json" "$work/installed.json"; then
    command -v npm >/dev/null || skip "no npm"
    cp "$here/package.json" "$here/package-lock.json" "$work/"
    (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund --silent) ||
        skip "the package cannot be installed"
    cp "$here/package-lock.json" "$work/installed.json"
fi
"$dump" "$count" "$seed" | node "$work/fsrs.mjs" "$count"
