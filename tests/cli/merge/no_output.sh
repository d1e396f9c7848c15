fixture small.txt book.txt
tabia merge book.txt book.txt
