printf 'e2e4 e7e5\n' >book.txt
tabia convert book.txt book.obk -O note-base=7
