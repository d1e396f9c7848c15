tabia build "$TESTDATA/build/games.pgn" -o x.bin --where 'WhiteElo == 2400'
