# Table 1 of the article: 58, 30 and 36 bytes, 15 and 21 with offsets.
cat >table1.txt <<'END'
e2e4e7e5g1f3b8c6f1b5a7a6
e2e4e7e5g1f3b8c6f1c4
e2e4e7e5g1f3g8f6
e2e4e7e5f2f4
e2e4c7c5g1f3d7d6d2d4
e2e4c7c5g1f3b8c6
e2e4e7e6
END
tabia sizes table1.txt | grep -v zstd
