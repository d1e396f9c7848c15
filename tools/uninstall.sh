#!/usr/bin/env bash
#
# uninstall.sh BUILD PREFIX - removes what 'make install' put below PREFIX
#
# Installs once more, into a temporary folder, to see which files those are;
# folders that are empty afterwards go too. DESTDIR is honoured.

set -euo pipefail
build=$1 prefix=$2
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

DESTDIR=$stage cmake --install "$build" --prefix "$prefix" >/dev/null
cd "$stage"
nfiles=0
while IFS= read -r -d '' file; do
    target=${DESTDIR-}/${file#./}
    if [ -e "$target" ] || [ -L "$target" ]; then
        rm -- "$target"
        nfiles=$((nfiles + 1))
    fi
done < <(find . ! -type d -print0)
# The deepest first; those of others are not empty.
while IFS= read -r -d '' folder; do
    rmdir -- "${DESTDIR-}/${folder#./}" 2>/dev/null || true
done < <(find ".$prefix" -depth -mindepth 1 -type d -print0)
echo "removed $nfiles files from ${DESTDIR-}$prefix"
