fixture small.txt book.txt
tabia pick book.txt --seed 1 --json --moves "e4 e5"

# No move is an object, too.
tabia pick --json --seed 7 --moves "a4 a5 h4 h5" || echo "status $?"
