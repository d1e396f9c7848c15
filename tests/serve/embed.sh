#!/usr/bin/env bash
#
# embed.sh SOURCE CC - the page as a table in C: whole, the same every time

set -euo pipefail
source=$1
cc=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() { echo "embed: $*" >&2; exit 1; }

mkdir -p dist/sub
echo '<p>page</p>' >dist/index.html
seq 1000 >dist/app-1A2B3C4D.js
echo '<svg/>' >dist/sub/k.svg
echo '{}' >dist/app.js.map

"$source/tools/embed.sh" dist one
"$source/tools/embed.sh" dist two
diff -r one two || fail "two runs differ"
cat >show.c <<'END'
#include <stdio.h>
#include <string.h>
#include "serve/assets.h"
int main(int argc, char *argv[])
{
    for (const struct asset *a = page_assets; argc > 1 && a->path; a++)
        if (strcmp(a->path, argv[1]) == 0)
            fwrite(a->gzip.data, 1, a->gzip.size, stdout);
    return 0;
}
END
build() { # FOLDER
    "$cc" -std=c17 -D_GNU_SOURCE -I"$source/include" -I"$source/src" show.c \
        "$1/page_assets.c" -o "show-$1" || fail "$1 does not compile"
}
build one

grep -q '"/index.html", "text/html; charset=utf-8"' one/page_assets.c ||
    fail "no index.html"
grep -q '"/sub/k.svg", "image/svg+xml"' one/page_assets.c || fail "no k.svg"
! grep -q 'map' one/page_assets.c || fail "a map was taken in"
# Only the name with a hash in it may be kept for ever.
[ "$(grep -c 'true }' one/page_assets.c)" = 1 ] || fail "immutable"
grep -A1 'app-1A2B3C4D' one/page_assets.c | grep -q 'true }' ||
    fail "immutable"

# The files are in the program as they were.
for file in app-1A2B3C4D.js index.html sub/k.svg; do
    ./show-one "/$file" | gzip -dc | cmp - "dist/$file"
done

# Without a page the table is empty, and compiles.
"$source/tools/embed.sh" nothing none
build none

touch 'dist/odd name.js'
! "$source/tools/embed.sh" dist three 2>/dev/null || fail "an odd name"
