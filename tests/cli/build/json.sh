fixture games.pgn
tabia build -q --json games.pgn -o book.bin --min-games 2 2>/dev/null ||
    test $? = 1
