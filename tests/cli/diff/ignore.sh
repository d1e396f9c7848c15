fixture small.txt book.txt
sed 's/x//; s/?//' book.txt >other.txt
tabia diff -q book.txt other.txt || echo "status $?"
tabia diff --ignore mark book.txt other.txt
