# The capture is in the book, and offered only where it is legal.
printf 'e2e4 a7a6 e4e5 d7d5 e5d6 c7d6\n' >book.txt
board=rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR
tabia find book.txt --fen "$board w KQkq d6 0 3"
tabia convert -q book.txt book.dat
tabia find book.dat --table --fen "$board w KQkq d6 0 3"
tabia find book.dat --table --fen "$board w KQkq - 0 3" || echo "status $?"
