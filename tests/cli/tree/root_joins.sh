# A second start that a line from the first one has reached.
cat >book.txt <<'END'
1. e4 c5 2. Nf3
[FEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"]
1... c5 2. c3
END
tabia tree book.txt --from tichess
tabia tree book.txt --from tichess --json | grep joins
