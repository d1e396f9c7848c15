. "$TESTDATA/../fake_engines/setup.sh"
cp "$small" book.txt
tabia evaluate book.txt -i -q -a tree --engine "$engines/good.sh"
grep -c "white\|black" book.txt
