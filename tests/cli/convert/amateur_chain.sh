# Table 1 to Table 2 to bytes, and all the way back.
printf '%s\n' e2e4e7e5g1f3b8c6f1b5a7a6 e2e4e7e5g1f3b8c6f1c4 \
    e2e4e7e5g1f3g8f6 e2e4e7e5f2f4 e2e4c7c5g1f3d7d6d2d4 e2e4c7c5g1f3b8c6 \
    e2e4e7e6 >table1.txt
tabia convert table1.txt table2.txt --to reduced
cat table2.txt
tabia convert table2.txt table2.ama
tabia convert table2.ama back.txt --to lines
cmp table1.txt back.txt
tabia convert table2.ama offsets.ama -O offsets
wc -c <offsets.ama
tabia convert offsets.ama tree.txt --to spracklen
cat tree.txt
tabia convert tree.txt tree.spr
tabia convert tree.spr again.txt --to lines
cmp table1.txt again.txt
wc -c <tree.spr
