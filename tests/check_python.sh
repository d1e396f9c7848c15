#!/usr/bin/env bash
#
# check_python.sh SOURCE LIBRARY TABIA CC - the Python module
#
# Status 77 where there is no Python, or it is too old.

set -euo pipefail
source=$(realpath "$1") library=$(realpath "$2") tabia=$(realpath "$3") cc=$4
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null ||
    { echo "skipped: no python3 of version 3.9"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$cc" -std=c17 -Wall -Wextra -Werror -I"$source/include" \
    "$source/tests/python/layout.c" "$library" \
    -Wl,-rpath,"$(dirname "$library")" -o "$work/layout"
export TABIA_LIBRARY=$library TABIA_SOURCE_DIR=$source
export PYTHONPATH=$source/python PYTHONDONTWRITEBYTECODE=1
python3 "$source/tests/python/test_tabia.py" "$tabia" "$work/layout" "$work"

# The example of the page, with books of these names.
cd "$work"
cp "$source/data/openings.txt" openings.txt
"$tabia" convert -q openings.txt gm2001.bin 2>/dev/null
"$tabia" convert -q openings.txt repertoire.pgn --max-ply 6 2>/dev/null
rm -f games.tabia
printf '1. e4 e5 1-0\n' >games.pgn
"$source/tests/code_block.sh" python "$source/docs/python.md" >example.py
python3 example.py >printed
[ "$(tail -n 1 printed)" = "Ruy Lopez" ] || { cat printed >&2; exit 1; }
