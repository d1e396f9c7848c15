# Moves annotated as mistakes are in the book, but nobody plays them.
echo '1. e4 e5 (1... f6 $2) (1... g5??) (1... c5 $5) 2. Nf3 *' >book.pgn
for format in bin abk obk; do
    tabia convert -q book.pgn book.$format
    tabia find book.$format --moves e4
    tabia convert -q -O play-mistakes --force book.pgn book.$format
    tabia find book.$format --moves e4 | grep f6
done
tabia find book.pgn --moves e4
