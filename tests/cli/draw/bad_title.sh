# A picture is UTF-8 throughout.
cp "$TESTDATA/draw/small.inc" book.txt
tabia draw book.txt -o out.svg --title $'a \377' || echo "status $?"
ls
