fixture small.txt book.txt
cat >other.txt <<"EOF"
e2e4 e7e5 g1f3 b8c6 f1b5 (C60 Spanish)
e2e4 g7g6 d2d4 f8g7
d2d4 g7g6 e2e4 f8g7 b1c3 d7d6
c2c4 e7e5
EOF
tabia diff book.txt other.txt
