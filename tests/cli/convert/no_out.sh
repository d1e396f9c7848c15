fixture small.txt book.txt
tabia convert book.txt
