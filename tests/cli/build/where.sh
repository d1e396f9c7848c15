tabia build "$TESTDATA/games.pgn" -o x.bin --where 'WhiteElo == 2400'
