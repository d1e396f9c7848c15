# To the CT800 and to Chess Openings en passant is no part of a position: moves
# that stand after 1...d5 are known after 1...d6 and d5 too, as they are in the
# compiled book, and the other way round. In a book of games it is a part.
printf '%s\n' 'e2e4 a7a6 e4e5 d7d5 d2d4' 'e2e4 a7a6 e4e5 d7d5 e5d6' \
    'e2e3 d7d6 e3e4 d6d5 e4e5 a7a6 g1f3' >book.txt
tabia convert -q book.txt book.dat
tabia convert -q book.txt states.txt --to openings
tabia convert -q book.txt book.pgn
for book in book.txt book.dat '--table book.dat' states.txt book.pgn; do
    echo "$book"
    tabia find $book --moves "e4 a6 e5 d5" | sort
    tabia find $book --moves "e3 d6 e4 d5 e5 a6" | sort
done
state=$(sed -n 's/ -> d4$//p' states.txt)
echo "$state"
tabia find states.txt --fen "$state" | sort
