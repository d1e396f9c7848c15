#!/usr/bin/env bash
#
# games.sh TABIA PLAY_GAMES - 20 games of Stockfish against itself
#
# The books are the first three of the shared data that this build can read.
# Status 77 where there are none, or no Stockfish.

set -euo pipefail
tabia=$1
play=$2
engine=$(PATH=$PATH:/usr/games command -v stockfish) ||
    { echo "skipped: no stockfish"; exit 77; }
data=${TABIA_SHARED-}/data

books=()
for book in polyglot/gm2001.bin ctg/Perfect2021.ctg abk/Perfect2021.abk \
    ct800/bookdata_crc.dat ct800/bookdata.txt obk/synthetic_ugws.obk; do
    [ ${#books[@]} -lt 3 ] && [ -f "$data/$book" ] || continue
    "$tabia" find -q "$data/$book" >/dev/null 2>&1 || continue
    books+=("$data/$book")
done
[ ${#books[@]} -eq 3 ] || { echo "skipped: no three books"; exit 77; }
printf 'book %s\n' "${books[@]##*/}"
"$play" "$tabia" "$engine" 20 "${books[@]}"
