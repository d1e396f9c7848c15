# Games that start elsewhere, that enter the book late, or never; no moves.
printf 'e2e4 e7e5 g1f3 b8c6\n' >book.txt
cat >games.pgn <<'END'
[White "A"]
[SetUp "1"]
[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]

2. Nc3 Nf6 *

[White "B"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 Kd7 *

[White "C"]

*

[White "D"]

1. e3 e5 2. e4 Nc6 3. Nf3 *

[White "E"]

1. e4 e5 2. -- *
END
tabia review games.pgn --book book.txt --side white --games
