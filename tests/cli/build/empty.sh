tabia build "$TESTDATA/games.pgn" -o x.bin --player "Nobody, N" ||
    echo "status $?"
ls
tabia build -q "$TESTDATA/games.pgn" -o x.bin --player "Nobody, N" \
    --allow-empty
wc -c <x.bin
