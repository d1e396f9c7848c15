fixture small.txt book.txt
tabia find book.txt --moves h4
