# New cards by likelihood or by the tree, a limit, a part of the book, a deck.
export TZ=UTC XDG_DATA_HOME=$PWD/home
cat >mine.txt <<'END'
e2e4 e7e5 g1f3 b8c6 f1b5
e2e4 c7c5 g1f3 d7d6 d2d4
e2e4 e7e6 d2d4
END
printf 'e2e4 c7c5\n' >likely.txt
lines() {
    yes s | tabia train mine.txt --now 2026-11-18T09:00:00+00:00 "$@" |
        grep -E '^(1\.|[0-9]+ of|2\.)'
}
echo tree; lines
echo likely; lines --against likely.txt --limit 3
echo tree again; lines --against likely.txt --order tree --limit 3
echo new; lines --new 2
echo below; lines --moves 'e4 c5'
echo through; lines --moves 'e4 c5' --through
echo deck
cat >deck.epd <<'END'
rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm d4;
END
lines --only deck.epd
echo black; lines --side black
