#!/usr/bin/env bash
#
# docs.sh [--update] TABIA - checks that docs/cli says what the command says
#
# With --update the pages are written anew.

set -euo pipefail
update=
if [ "$1" = --update ]; then
    update=yes
    shift
fi
tabia=$(realpath "$1")
cd "$(dirname "$0")/../docs/cli"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for verb in $("$tabia" help --verbs); do
    "$tabia" help --markdown "$verb" >"$work/$verb.md"
done

if [ -n "$update" ]; then
    rm -f ./*.md
    cp "$work"/*.md .
elif ! diff -ru . "$work"; then
    echo "docs.sh: docs/cli is out of date; run 'make docs'" >&2
    exit 1
fi
