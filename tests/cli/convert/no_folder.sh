fixture small.txt book.txt
tabia convert -q book.txt none/book.dat
