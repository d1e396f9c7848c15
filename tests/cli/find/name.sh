fixture small.txt book.txt
tabia find book.txt --moves "e4 e5 Nf3 Nc6"
