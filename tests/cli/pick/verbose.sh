fixture small.txt book.txt
tabia pick book.txt --seed 42 -v --moves "e4 e5"
