fixture small.txt book.txt
printf 'e2e4 e2e4\n' >bad.txt
tabia check book.txt bad.txt book.txt
