#!/usr/bin/env bash
#
# bench.sh TABIA FOLDER [SHARED] - runs every benchmark
#
# These are the benchmarks of the command and the programs bench_* in FOLDER.
# Real games and a real book are taken from SHARED where they are there.

set -euo pipefail
tabia=$1
folder=$2
shared=${3-}

unpack() { # PACKED FILE
    [ ! -f "$2" ] && [ -f "$1" ] && command -v zstd >/dev/null || return 0
    mkdir -p "$(dirname "$2")"
    zstd -qdc "$1" >"$2.part"
    mv "$2.part" "$2"
}

games=$(dirname "$tabia")/bench/games.pgn
comments=$(dirname "$tabia")/bench/comments.pgn
unpack "$shared/data/pgn/twic_60mb.pgn.zst" "$games"
unpack "$shared/data/pgn/tcec_20mb.pgn.zst" "$comments"
with_games=()
[ ! -f "$games" ] || with_games=(--games "$games")
book=$shared/data/ct800/bookdata.txt
with_book=()
[ ! -f "$book" ] || with_book=(--book "$book")

echo "== core"
"$tabia" bench core "${with_games[@]}"
echo "== book"
"$tabia" bench book "${with_games[@]}" "${with_book[@]}"
if [ -f "$games" ]; then
    echo "== games"
    "$tabia" bench games "${with_games[@]}"
fi
if [ -f "$games" ]; then
    echo "== build"
    "$tabia" bench build "${with_games[@]}"
fi
if [ -f "$comments" ]; then
    echo "== games with comments"
    "$tabia" bench games --games "$comments"
fi
echo "== amateur"
"$tabia" bench amateur "${with_book[@]}"
"$(dirname "$0")/../tests/check_embed.sh" "$(dirname "$0")/.." "${CC:-cc}"
probed=$shared/data/ctg/Perfect2021.ctg
if [ -f "$probed" ]; then
    echo "== probe"
    "$tabia" bench probe --book "$probed"
fi
echo "== uci"
"$tabia" bench uci
echo "== serve"
"$tabia" bench serve
for program in "$folder"/bench_*; do
    if [ -f "$program" ] && [ -x "$program" ]; then
        echo "== ${program##*/}"
        "$program"
    fi
done
