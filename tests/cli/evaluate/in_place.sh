. "$TESTDATA/evaluate/lib.inc"
cp "$small" book.txt
tabia evaluate book.txt -i -q -a tree --engine "$engines/good.sh"
grep -c "white\|black" book.txt
