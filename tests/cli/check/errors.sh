# Every bad line is told once, the good ones are read on.
cat >bad.txt <<"EOF"
e2e4 e7e5 g1g3 zz
e2e4 e7e5 g1f3
d2d4 d7d5 c2c9
e2e4 e7e5 e4e5
a2a4 b7b5 a4b5 a7a6 b5a6 b8c6 a6a7 h7h6 a7a8q
EOF
tabia check bad.txt
