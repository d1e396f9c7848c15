fixture small.txt book.txt
tabia convert -q --to lines - - <book.txt
