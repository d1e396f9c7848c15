# A real engine: the shortest mate, and the same puzzles twice.
PATH=$PATH:/usr/games
command -v stockfish >/dev/null || exit 77
printf '1. f3 e5 2. g4?? *\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6?? *\n' >book.pgn
tabia puzzles book.pgn --nodes 20000 -q | tee first.txt
tabia puzzles book.pgn --nodes 20000 -q | cmp - first.txt
