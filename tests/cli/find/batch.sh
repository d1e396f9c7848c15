fixture small.txt book.txt
tabia find book.txt --batch <<"EOF" || echo "status $?"
e4 g6 d4
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1

1.e4 e5 2.Nf3
h4
e4 e4
EOF
