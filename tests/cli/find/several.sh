fixture small.txt book.txt
printf 'e2e4 c7c5\n' >other.txt
tabia find book.txt other.txt --moves e4
