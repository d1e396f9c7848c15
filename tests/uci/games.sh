#!/usr/bin/env bash
#
# games.sh TABIA - 20 games of Stockfish against itself, from three books
#
# Status 77 where there are no books, no Stockfish or no Python.

set -euo pipefail
tabia=$1
engine=$(PATH=$PATH:/usr/games command -v stockfish) ||
    { echo "skipped: no stockfish"; exit 77; }
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 77; }
data=${TABIA_SHARED-}/data

# The smaller books first, so that each has its turn.
books=("$data/abk/Perfect2021.abk" "$data/polyglot/gm2001.bin"
    "$data/polyglot/Performance_scid.bin")
random64=$data/polyglot/random64_781.txt
for file in "${books[@]}" "$random64"; do
    [ -f "$file" ] || { echo "skipped: no ${file##*/}"; exit 77; }
done
python3 "$(dirname "$0")/play_games.py" "$tabia" "$engine" 20 "$random64" \
    "${books[@]}"
