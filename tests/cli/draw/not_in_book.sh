cp "$TESTDATA/draw/small.inc" book.txt
tabia draw book.txt -o out.svg --moves a3
