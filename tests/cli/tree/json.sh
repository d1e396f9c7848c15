fixture small.txt book.txt
tabia tree book.txt --json --moves d4
