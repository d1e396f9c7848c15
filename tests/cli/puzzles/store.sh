# Moves that many games have and that score worse than the others.
engine=$TESTDATA/../fake_engines/two_lines.sh
for i in 1 2 3 4 5 6; do
    printf '[White "A%s"]\n[Black "B"]\n[Result "1-0"]\n\n' "$i"
    printf '1. e4 e5 2. Nf3 f6 3. Nxe5 1-0\n\n'
    printf '[White "C%s"]\n[Black "D"]\n[Result "1/2-1/2"]\n\n' "$i"
    printf '1. e4 e5 2. Nf3 Nc6 3. Bb5 1/2-1/2\n\n'
done >games.pgn
tabia build -q games.pgn -o games.tabia
printf '1. e4 e5 2. Nf3 *\n' >book.pgn
tabia puzzles book.pgn --store games.tabia --min-games 6 --engine "$engine" \
    --moves 1
tabia puzzles book.pgn --store games.tabia --min-games 7 --engine "$engine" ||
    echo $?
