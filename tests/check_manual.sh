#!/usr/bin/env bash
#
# check_manual.sh FOLDER - man(1) has nothing to complain about in the pages
#
# Status 77 where there is no man, or only a stand-in for it.

set -euo pipefail
folder=$1
export LC_ALL=C.UTF-8 MANWIDTH=80 MANROFFSEQ=

[ -n "$(find "$folder" -name '*.1')" ] ||
    { echo "$folder: no pages" >&2; exit 1; }

status=0 npages=0
for page in "$folder"/*.1; do
    name=$(basename "$page" .1)
    if ! text=$(man --warnings -E UTF-8 -l "$page" 2>&1 | tr -d '\b'); then
        echo "skipped: man does not run"
        exit 77
    fi
    case $text in
    *warning:*|*error:*)
        printf '%s:\n%s\n' "$name" "$text" | head -n 5 >&2
        status=1 ;;
    esac
    for part in NAME SYNOPSIS "EXIT STATUS" EXAMPLES; do
        grep -qx "$part" <<<"$text" || {
            echo "$name: no section $part" >&2
            status=1
        }
    done
    npages=$((npages + 1))
done
echo "$npages pages"
exit $status
