#!/usr/bin/env bash
#
# build.sh [build|check|test] - makes the page in build/web/dist
#
# The packages are installed into build/web, as package-lock.json names them,
# and only when that file has changed; none of their install scripts is run.
# check looks at the types, test runs the unit tests; both print "skipped"
# (status 77) where the packages cannot be installed.

set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=${TABIA_WEB_DIR:-$here/../build/web}
mkdir -p "$work"

install() {
    cmp -s "$here/package-lock.json" "$work/installed.json" && return
    cp "$here/package.json" "$here/package-lock.json" "$work/"
    (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund --silent) || return
    cp "$here/package-lock.json" "$work/installed.json"
}

if ! command -v node >/dev/null || ! install; then
    case ${1:-build} in
    check | test) echo "skipped: no node, or no packages"; exit 77 ;;
    esac
    echo "build.sh: cannot install the packages of the page: Node and the" \
        "npm registry are needed. To build without the page:" \
        "cmake -DTABIA_PAGE=OFF" >&2
    exit 3
fi

case ${1:-build} in
build)
    node "$here/build.mjs" "$work"
    ;;
check)
    "$work/node_modules/.bin/tsc" -p "$here"
    ;;
test)
    node "$here/build.mjs" "$work" test
    TABIA_ROOT=$here/.. node --test "$work/test/"
    ;;
*)
    echo "build.sh: unknown task '$1'" >&2
    exit 2
    ;;
esac
