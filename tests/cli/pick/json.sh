cat >book.txt <<"EOF"
# a small book
e2e4 e7e5 g1f3 b8c6 f1b5 (C60 Ruy Lopez)
e2e4 g7g6x d2d4 f8g7
d2d4 g7g6 e2e4 f8g7 b1c3
f2f4? d7d5
EOF
tabia pick book.txt --seed 1 --json --moves "e4 e5"

# No move is an object, too.
tabia pick --json --seed 7 --moves "a4 a5 h4 h5" || echo "status $?"
