#!/usr/bin/env bash
#
# embed.sh DIST OUT - the files of the page as a table in C
#
# Compresses every file below DIST with gzip and writes OUT/page_assets.c,
# which has them as arrays. Without DIST the table is empty. The same files
# give the same text.

set -euo pipefail
export LC_ALL=C
dist=$1
out=$2
bytes=$(dirname "$0")/embed_bytes.sh
mkdir -p "$out"

type_of() {
    case $1 in
    *.html)        echo "text/html; charset=utf-8" ;;
    *.js)          echo "text/javascript; charset=utf-8" ;;
    *.css)         echo "text/css; charset=utf-8" ;;
    *.svg)         echo "image/svg+xml" ;;
    *.png)         echo "image/png" ;;
    *.ico)         echo "image/x-icon" ;;
    *.json)        echo "application/json" ;;
    *.webmanifest) echo "application/manifest+json" ;;
    *.woff2)       echo "font/woff2" ;;
    *)             echo "application/octet-stream" ;;
    esac
}

files=()
if [ -d "$dist" ]; then
    while IFS= read -r file; do
        case $file in
        *[!A-Za-z0-9._/-]*) echo "embed.sh: odd name: $file" >&2; exit 1 ;;
        esac
        files+=("$file")
    done < <(cd "$dist" && find . -type f ! -name '*.map' | sed 's|^\./||' |
             sort)
fi

new=$out/page_assets.c.new
{
    echo '/* Made by tools/embed.sh. */'
    echo '#include "serve/assets.h"'
    i=0
    for file in "${files[@]}"; do
        echo "static const uint8_t asset_$i[] = {"
        "$bytes" -z "$dist/$file"
        echo '};'
        i=$((i + 1))
    done
    echo 'const struct asset page_assets[] = {'
    i=0
    for file in "${files[@]}"; do
        hash=$(sha256sum "$dist/$file" | cut -c 1-16)
        # A name with a hash in it, such as app-1A2B3C4D.js, never changes.
        immutable=false
        if [[ ${file##*/} =~ [-.][A-Za-z0-9]{8,}\.[a-z0-9]+$ ]]; then
            immutable=true
        fi
        printf '    { "/%s", "%s", "\\"%s\\"",\n' "$file" \
            "$(type_of "$file")" "$hash"
        printf '      { asset_%d, sizeof(asset_%d) }, %s },\n' "$i" "$i" \
            "$immutable"
        i=$((i + 1))
    done
    echo '    { .path = NULL },'
    echo '};'
} >"$new"
mv "$new" "$out/page_assets.c"
