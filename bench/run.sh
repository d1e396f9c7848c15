#!/usr/bin/env bash
#
# run.sh TABIA-BENCH [SHARED] - runs every benchmark
#
# Real games and a real book are taken from SHARED where they are there.

set -euo pipefail
bench=$1
shared=${2-}
here=$(dirname "$0")

run() { # PART [OPTION]...
    echo "== $*"
    "$bench" "$@"
}

games=$(dirname "$bench")/bench/games.pgn
comments=$(dirname "$bench")/bench/comments.pgn
"$here/unpack.sh" "$shared/data/pgn/twic_60mb.pgn.zst" "$games"
"$here/unpack.sh" "$shared/data/pgn/tcec_20mb.pgn.zst" "$comments"
with_games=()
[ ! -f "$games" ] || with_games=(--games "$games")
book=$shared/data/ct800/bookdata.txt
with_book=()
[ ! -f "$book" ] || with_book=(--book "$book")
probed=$shared/data/ctg/Perfect2021.ctg

run core "${with_games[@]}"
run book "${with_games[@]}" "${with_book[@]}"
if [ -f "$games" ]; then
    run games "${with_games[@]}"
    run build "${with_games[@]}"
    run keys "${with_games[@]}"
fi
[ ! -f "$comments" ] || run games --games "$comments"
run growth
run amateur "${with_book[@]}"
"$here/../tests/check_embed.sh" "$here/.." "${CC:-cc}"
[ ! -f "$probed" ] || run probe --book "$probed"
run uci
run serve
[ ! -f "$games" ] || run serve "${with_games[@]}"
echo "== page"
"$here/../tests/browser/run.sh" times "$(dirname "$bench")/tabia" ||
    [ $? -eq 77 ]
run where
