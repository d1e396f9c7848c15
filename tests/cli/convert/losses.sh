fixture small.txt book.txt
tabia convert book.txt book.dat
tabia convert -q book.txt quiet.dat
cmp book.dat quiet.dat
