fixture small.txt book.txt
tabia tree book.txt --moves "e4 e5" -d 8
