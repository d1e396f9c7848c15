printf 'e2e4e7e4\n' >book.txt
tabia sizes --from lines book.txt
