#!/usr/bin/env bash
#
# run.sh TABIA - the pictures of 'tabia draw' in a real browser
#
# Needs node, npm and Debian's chromium; says "skipped" (status 77) without
# them. playwright-core is installed once, into build/browser.

set -euo pipefail
tabia=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
work=$here/../../build/browser

skip() {
    echo "skipped: $1"
    exit 77
}
command -v node >/dev/null || skip "no node"
command -v chromium >/dev/null || skip "no chromium"
mkdir -p "$work"
if [ ! -d "$work/node_modules/playwright-core" ]; then
    command -v npm >/dev/null || skip "no npm"
    (cd "$work" && npm install --no-save --no-audit --no-fund --silent \
        playwright-core@1) || skip "playwright-core cannot be installed"
fi
cp "$here/draw.mjs" "$work/"
cd "$work"
"$tabia" draw "$here/../cli/draw/small.inc" -q --force -o small.html
"$tabia" draw "$here/../cli/draw/small.inc" -q --force -o small.svg
timeout 120 node draw.mjs small.html small.svg 6 6
