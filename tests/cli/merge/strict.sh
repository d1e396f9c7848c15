cat >book.txt <<"EOF"
# a small book
e2e4 e7e5 g1f3 b8c6 f1b5 (C60 Ruy Lopez)
e2e4 g7g6x d2d4 f8g7
d2d4 g7g6 e2e4 f8g7 b1c3
f2f4? d7d5
EOF
echo "e2e4 c7c5" >other.txt
tabia merge --strict book.txt other.txt -o both.dat || echo "status $?"
ls
