#!/usr/bin/env bash
#
# sources.sh - prints the path of every C source and header of the project

set -euo pipefail
cd "$(dirname "$0")/.."
for folder in include src tests fuzz bench examples tools; do
    [ -d "$folder" ] || continue
    find "$folder" -name '*.[ch]' -not -path '*/node_modules/*'
done | LC_ALL=C sort
