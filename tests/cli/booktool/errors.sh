cat >book.txt <<END
e2e4 e7e5 c2b1q
a2a3 d7d5 a3a4 d5d4 a4a5 d4d3 a5a6 d3c2 a6b7 c2b1q
- e2e4
e2e4 e7e9
e2e4 ? e7e5
e2e5
e2e4 e7e5 g1f3
e3e4
END
echo old >book.c
tabia booktool book.txt || echo "status $?"
cat book.c
