#!/usr/bin/env bash
#
# run.sh draw TABIA - pictures in a real browser
# run.sh page TABIA [GROUP [WORD]] - the page in a real browser
# run.sh times TABIA [BOOK] - how long a person waits for the page
#
# Needs node, npm and Debian's chromium, best the one without windows, which
# takes less than half the time; CHROMIUM names another. Says "skipped" (status
# 77) without them. The packages of package-lock.json are installed once, into
# build/browser. GROUP is a file of page/, WORD a part of the name of a test.

set -euo pipefail
what=$1
tabia=$(realpath "$2")
book=${3:+$(realpath "$3" 2>/dev/null || true)}
here=$(cd "$(dirname "$0")" && pwd)
work=$here/../../build/browser
NODE_MIN=20

skip() {
    echo "skipped: $1"
    exit 77
}
command -v node >/dev/null || skip "no node"
CHROMIUM=${CHROMIUM:-$(command -v chromium-headless-shell ||
    command -v chromium || true)}
[ "$CHROMIUM" ] || skip "no chromium"
export CHROMIUM
[ "$(node -p 'parseInt(process.versions.node)')" -ge $NODE_MIN ] ||
    skip "node is older than $NODE_MIN"
mkdir -p "$work"
if ! cmp -s "$here/package-lock.json" "$work/installed.json"; then
    command -v npm >/dev/null || skip "no npm"
    cp "$here/package.json" "$here/package-lock.json" "$work/"
    (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund --silent) ||
        skip "the packages cannot be installed"
    cp "$here/package-lock.json" "$work/installed.json"
fi

# Modules are looked for beside the file that wants them.
tests=$work/$what/tests/browser
rm -rf "${work:?}/$what"
mkdir -p "$tests" "$work/$what/data" "$work/$what/examples"
cp -r "$here"/*.mjs "$here/page" "$here/data" "$tests/"
cp -r "$here/../fake_engines" "$tests/.."
cp "$here/../../data/openings.txt" "$work/$what/data/"
cp "$here/../../examples/tichess-puzzles.txt" "$work/$what/examples/"
cd "$tests"

case $what in
draw)
    "$tabia" draw "$here/../data/canvas.txt" -q --force -o small.html
    "$tabia" draw "$here/../data/canvas.txt" -q --force -o small.svg
    # Fourteen short lines, each with a diagram.
    for mv in {a,b,d,e,g,h}2{3,4} c2c4 f2f4; do
        echo "${mv:0:1}2${mv:0:1}${mv: -1} g8f6 g1f3 b8c6 b1c3 e7e5"
    done >lines.txt
    "$tabia" merge lines.txt -q --force -o lines.pgn
    "$tabia" draw lines.pgn -q --force --sheet -o sheet.html
    timeout 120 node draw.mjs small.html small.svg 6 6 sheet.html 14 2
    ;;
page)
    node page.mjs "$tabia" "${@:3}"
    ;;
times)
    cp "$here/../../bench/page.mjs" times.mjs
    timeout 380 node times.mjs "$tabia" "${book:-}"
    ;;
esac
