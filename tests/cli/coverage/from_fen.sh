# The chapters of a study may start from a position: all roots are starts.
cat >study.pgn <<'END'
[SetUp "1"]
[FEN "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]

2. Nf3 d6 (2... Nc6 3. Bb5) 3. d4 *

[SetUp "1"]
[FEN "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]

2. d4 d5 3. Nc3 *
END
cat >likely.pgn <<'END'
1. e4 c5 (1... e6 2. d4 (2. d3) d5) 2. Nf3 d6 (2... Nc6) (2... e6) *
END
tabia coverage study.pgn --against likely.pgn --side white
tabia coverage study.pgn --against likely.pgn --side white --json |
    grep -E "start|line|share|fen"
# Where only a part begins elsewhere, the usual start is one of them.
printf '\n1. d4 d5 2. c4 *\n' >>study.pgn
tabia coverage study.pgn --against likely.pgn --side white --by-ply | tail -5
