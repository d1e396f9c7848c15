#!/usr/bin/env bash
#
# run.sh TABIA-BENCH [SHARED] - runs every benchmark
#
# Real games and a real book are taken from SHARED where they are there.

set -euo pipefail
bench=$1
shared=${2-}

unpack() { # COMPRESSED FILE
    [ ! -f "$2" ] && [ -f "$1" ] && command -v zstd >/dev/null || return 0
    mkdir -p "$(dirname "$2")"
    zstd -qdc "$1" >"$2.part"
    mv "$2.part" "$2"
}

run() { # PART [OPTION]...
    echo "== $*"
    "$bench" "$@"
}

games=$(dirname "$bench")/bench/games.pgn
comments=$(dirname "$bench")/bench/comments.pgn
unpack "$shared/data/pgn/twic_60mb.pgn.zst" "$games"
unpack "$shared/data/pgn/tcec_20mb.pgn.zst" "$comments"
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
"$(dirname "$0")/../tests/check_embed.sh" "$(dirname "$0")/.." "${CC:-cc}"
[ ! -f "$probed" ] || run probe --book "$probed"
run uci
run serve
run where
