fixture small.txt book.txt
tabia diff --ignore mark,colour book.txt book.txt
