fixture small.txt book.txt
tabia convert -q --json book.txt book.dat
