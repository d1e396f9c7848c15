#!/usr/bin/env bash
#
# build.sh [build|auto|check|test] - makes the page in build/web/dist
#
# The packages are installed into build/web, as package-lock.json names them,
# and only when that file has changed. auto is for the C build: where they
# cannot be installed, it says so and leaves the page out. check looks at the
# types, test runs the unit tests; both say "skipped" (status 77) then.

set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=${TABIA_WEB_DIR:-$here/../build/web}
mkdir -p "$work"

install() {
    cmp -s "$here/package-lock.json" "$work/installed.json" && return
    cp "$here/package.json" "$here/package-lock.json" "$work/"
    (cd "$work" && npm ci --no-audit --no-fund --silent) || return
    cp "$here/package-lock.json" "$work/installed.json"
}

if ! command -v node >/dev/null || ! install; then
    case ${1:-build} in
    check | test) echo "skipped: no node, or no packages"; exit 77 ;;
    esac
    echo "build.sh: the packages of the page cannot be installed" >&2
    [ "${1:-build}" = auto ] || exit 3
    exit 0
fi

case ${1:-build} in
build | auto)
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
