#!/usr/bin/env bash
#
# build.sh [build|check|test] - makes the page in build/web/dist
#
# check looks at the types only, test runs the unit tests. The packages are
# installed into build/web, as package-lock.json names them, and only when
# that file has changed.

set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=${TABIA_WEB_DIR:-$here/../build/web}
mkdir -p "$work"

if ! cmp -s "$here/package-lock.json" "$work/installed.json"; then
    cp "$here/package.json" "$here/package-lock.json" "$work/"
    (cd "$work" && npm ci --no-audit --no-fund --silent)
    cp "$here/package-lock.json" "$work/installed.json"
fi

case ${1:-build} in
build)
    "$work/node_modules/.bin/tsc" -p "$here"
    node "$here/build.mjs" "$work"
    ;;
check)
    "$work/node_modules/.bin/tsc" -p "$here"
    ;;
test)
    node "$here/build.mjs" "$work" test
    node --test "$work/test/"
    ;;
*)
    echo "build.sh: unknown task '$1'" >&2
    exit 2
    ;;
esac
