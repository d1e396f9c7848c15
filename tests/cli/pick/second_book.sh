fixture small.txt book.txt
printf 'h2h4 e7e5\n' >other.txt
tabia pick book.txt other.txt --seed 1 --moves h4
