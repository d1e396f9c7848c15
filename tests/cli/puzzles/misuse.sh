printf '1. e4 e5 2. Nf3 f6? *\n' >book.pgn
tabia puzzles book.pgn -o book.xyz || echo $?
tabia puzzles book.pgn --to polyglot || echo $?
tabia puzzles book.pgn -o book.pgn || echo $?
tabia puzzles book.pgn --json || echo $?
tabia puzzles missing.pgn || echo $?
