fixture small.txt book.txt
tabia info - <book.txt | head -n 1
