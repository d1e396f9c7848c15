fixture small.txt book.txt
# The other files are checked nevertheless.
printf 'e2e4 e2e4\n' >bad.txt
tabia check none.txt bad.txt book.txt
