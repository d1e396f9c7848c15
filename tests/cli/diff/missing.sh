fixture small.txt book.txt
tabia diff book.txt none.txt
