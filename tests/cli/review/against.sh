# What a departure costs: by games of a store, by evaluations; by --where.
fixture mygames.pgn
fixture repertoire.pgn
for i in 1 2 3; do
    printf '[Event "x"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n'
done >more.pgn
printf '[Event "x"]\n[Result "0-1"]\n\n1. e4 e5 2. Nf3 d6 3. Bc4 0-1\n' \
    >>more.pgn
tabia build -q more.pgn -o more.tabia
tabia review mygames.pgn --book repertoire.pgn --player me --player 'me, too' \
    --against more.tabia
printf '[Event "x"]\n\n1. e4 {[%%eval 0.30]} (1. d4 {[%%eval -0.70]}) *\n' \
    >evals.pgn
tabia review mygames.pgn --book repertoire.pgn --player me --against evals.pgn \
    --top 1 --where 'Date >= 2024.01.04'
