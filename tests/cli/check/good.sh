fixture small.txt book.txt
tabia check book.txt
tabia check -q book.txt
