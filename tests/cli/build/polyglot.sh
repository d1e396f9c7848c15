fixture games.pgn
tabia build -q games.pgn -o book.bin 2>/dev/null ||
    test $? = 1
tabia find book.bin
tabia build -q games.pgn -o twice.bin --polyglot-compatible 2>/dev/null ||
    test $? = 1
tabia find twice.bin
tabia build -q games.pgn -o even.bin --weight uniform \
    --polyglot-compatible 2>/dev/null ||
    test $? = 1
tabia find even.bin
