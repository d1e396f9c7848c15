fixture small.txt book.txt
tabia find book.txt --moves "e4 e6 e6"
