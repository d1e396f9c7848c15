# Entries that no moves of the book lead to are not in the text, and stay; a
# position whose moves are all deleted goes.
fen='8/8/4k3/8/8/4K3/4P3/8 w - - 0 1'
printf '[SetUp "1"]\n[FEN "%s"]\n\n1. Kd4 (1. Kf4) *\n\n1. e4 e5 *\n' "$fen" \
    >game.pgn
tabia convert -q game.pgn book.bin
tabia edit -q --print book.bin | sed '/ e5 /d; s/e4 weight 1/e4 weight 5/' \
    >text
tabia edit book.bin --apply text
for moves in "" e4; do
    tabia find -q --table book.bin --moves "$moves" || echo "none"
done
tabia find --table book.bin --fen "$fen"
