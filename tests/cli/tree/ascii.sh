fixture small.txt book.txt
tabia tree book.txt --depth 3 --ascii
