fixture small.txt book.txt
tabia pick book.txt --moves h4
