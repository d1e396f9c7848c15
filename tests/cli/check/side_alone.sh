tabia check --side white book.txt
