tabia build "$TESTDATA/build/games.pgn" -o x.bin --player "Nobody, N"
test ! -s x.bin
