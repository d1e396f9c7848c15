fixture small.txt book.txt
tabia convert book.txt book.dat --to ct800bin
