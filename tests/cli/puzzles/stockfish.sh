# A real engine: the shortest mate, and the same puzzles twice.
PATH=$PATH:/usr/games
command -v stockfish >/dev/null || exit 77
printf '1. f3 e5 2. g4?? *\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6?? *\n' >book.pgn
tabia puzzles book.pgn --nodes 20000 -q | tee first.txt
tabia puzzles book.pgn --nodes 20000 -q | cmp - first.txt
# What many players of a store do, though the others score better.
for i in 1 2 3 4 5; do
    printf '[White "A%s"]\n[Black "B"]\n[Result "1-0"]\n\n' "$i"
    printf '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n'
    printf '[White "C%s"]\n[Black "D"]\n[Result "0-1"]\n\n' "$i"
    printf '1. e4 e5 2. Bc4 Nc6 3. Qh5 g6 4. Qf3 Nf6 0-1\n\n'
done >games.pgn
tabia build -q games.pgn -o games.tabia
printf '1. e4 *\n' >start.pgn
tabia puzzles start.pgn --store games.tabia --min-games 5 --nodes 20000
