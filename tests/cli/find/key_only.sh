# The entries of a position that no moves of the book lead to from the start:
# the book that is read does not know them, the file does.
fen='8/8/4k3/8/8/4K3/4P3/8 w - - 0 1'
printf '[SetUp "1"]\n[FEN "%s"]\n\n1. Kd4 (1. Kf4) *\n' "$fen" >game.pgn
tabia convert -q game.pgn book.bin
tabia find book.bin --fen "$fen"
echo "$fen" | tabia find -q book.bin --batch
tabia pick -q book.bin --fen "$fen" --method first
