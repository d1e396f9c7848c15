fixture small.txt book.txt
tabia convert book.txt a.dat -o b.dat
