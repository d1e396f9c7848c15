printf 'e2e4 e7e5\n' >book.txt
tabia convert book.txt games.tabia
