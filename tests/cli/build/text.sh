fixture games.pgn
tabia build -q games.pgn -o book.txt --to ct800 --min-games 2 2>/dev/null ||
    test $? = 1
cat book.txt
