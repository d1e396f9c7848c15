#!/usr/bin/env bash
#
# unpack.sh PACKED FILE - makes FILE from a .zst file, unless it is there or
# cannot be made

set -euo pipefail
mkdir -p "$(dirname "$2")"
[ ! -f "$2" ] && [ -f "$1" ] && command -v zstd >/dev/null || exit 0
zstd -qdc "$1" >"$2.part"
mv "$2.part" "$2"
