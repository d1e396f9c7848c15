cat >book.txt <<"EOF"
e2e4 e7e5 g1f3
e2e4 e7e5 f1c4
e2e4 e7e5 f2f4x
e2e4 c7c5 g1f3
EOF
tabia check --conflicts --side white book.txt
tabia check --conflicts --side black book.txt
tabia check --conflicts book.txt
