fixture small.txt book.txt
tabia tree book.txt --moves h4
