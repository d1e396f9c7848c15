# The document's example: the position is reached by another order of moves.
printf 'd2d4 g7g6 e2e4 f8g7\n' >book.txt
tabia find --moves "e2e4 g7g6 d2d4" book.txt
tabia convert -q book.txt book.dat
tabia find --moves "e2e4 g7g6 d2d4" book.dat
tabia find --table --moves "e2e4 g7g6 d2d4" book.dat
