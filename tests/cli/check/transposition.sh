# The same position, answered differently after different lines.
cat >book.txt <<"EOF"
e2e4 g7g6 d2d4 f8g7
d2d4 g7g6 e2e4 d7d6
EOF
tabia check --conflicts book.txt
