# The moves that a book marks with ? and ??, refuted by an engine that sees one
# good move everywhere; the solution ends with --moves.
engine=$TESTDATA/../fake_engines/two_lines.sh
printf '1. e4 e5 2. Nf3 f6? 3. Nxe5 *\n\n1. d4 d5 2. Nc3?? c6 *\n' >book.pgn
tabia puzzles book.pgn --engine "$engine" --moves 2
tabia puzzles book.pgn --engine "$engine" --moves 1 --limit 1 -q
# What it writes can be judged.
tabia puzzles book.pgn --engine "$engine" -q -o made.txt
tabia check made.txt
