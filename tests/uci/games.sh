#!/usr/bin/env bash
#
# games.sh TABIA - 20 games of Stockfish against itself, from three books
#
# The books are made of the default one; where real ones are there, half of the
# games are played from those. Status 77 without Stockfish or Python.

set -euo pipefail
tabia=$(realpath "$1")
engine=$(PATH=$PATH:/usr/games command -v stockfish) ||
    { echo "skipped: no stockfish"; exit 77; }
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 77; }
here=$(cd "$(dirname "$0")" && pwd)
top=$here/../..
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The first ends first, so that each has its turn.
make_book() { # NAME PLIES
    "$tabia" convert -q "$top/data/openings.txt" "$scratch/$1" --max-ply "$2"
    books+=("$scratch/$1")
}
books=()
make_book short.abk 6
make_book middle.bin 10
make_book long.bin 20

data=${TABIA_SHARED:-none}/data
real=("$data/abk/Perfect2021.abk" "$data/polyglot/gm2001.bin"
    "$data/polyglot/Performance_scid.bin")
play() { # GAMES BOOK...
    python3 "$here/play_games.py" "$tabia" "$engine" "$1" \
        "$top/src/chess/polyglot_random.c" "${@:2}"
}
if [ -f "${real[0]}" ] && [ -f "${real[1]}" ] && [ -f "${real[2]}" ]; then
    play 10 "${books[@]}"
    play 10 "${real[@]}"
else
    play 20 "${books[@]}"
fi
