fixture small.txt book.txt
tabia find book.txt
