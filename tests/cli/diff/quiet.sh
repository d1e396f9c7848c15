fixture small.txt book.txt
printf 'e2e4 e7e5\n' >other.txt
tabia diff -q book.txt other.txt
