# Every text of the original, one line each.
cat >book.txt <<END
?
e2e9
e2e
e2e4!
e2e2
e3e4
e7e5
e1d1
e2e4 d2d4
e2e4 d8e8
e2e4 a7a6 e4e5 d7d5 a2a3 a6a5 e5d6
e2e5
e2d3
e2e4 e7e5 e1e2 e8e7 e2e1 e7e8 g1f3 b8c6 f1c4 f8c5 e1g1
d2d4 d7d5 c1f4 a7a6 d1d3 a6a5 e1c1
g1f3 e7e6 g2g3 f8c5 f1g2 a7a6 d2d4 c5b4 e1g1
e2e4 b7b6 g1f3 e7e6 g2g3 c8a6 f1g2 d7d6 e1g1
e2e4 e7e5 e1e3
g1g3
a1a3
f1d3
d1d3
d2d4 e7e6 b1c3 f8b4 c3d5
e2e4 d7d5 f1b5 a7a6
END
tabia booktool book.txt
