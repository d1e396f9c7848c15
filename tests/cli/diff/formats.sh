cat >book.txt <<"EOF"
# a small book
e2e4 e7e5 g1f3 b8c6 f1b5 (C60 Ruy Lopez)
e2e4 g7g6x d2d4 f8g7
d2d4 g7g6 e2e4 f8g7 b1c3
f2f4? d7d5
EOF
# The compiled book lost the marks, names and texts, and nothing else.
tabia convert -q book.txt book.dat
tabia diff -q --ignore mark,name,eco,texts book.txt book.dat
