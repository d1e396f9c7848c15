# Several files are one table; where two have a name, the first counts.
printf 'eco\tname\tpgn\nE99\tMine\t1. e4\n' >mine.tsv
printf '# Scid\nA99z4 "Yours" 1.e4 *\nA98 "Hers" 1.d4 d5 *\n' >yours.eco
printf 'e2e4 e7e5 (His\n' >his.txt
for moves in e4 'd4 d5' 'e4 e5' c4; do
    tabia name --names mine.tsv --names yours.eco --names his.txt \
        --moves "$moves" || echo "$?"
done
tabia name --names yours.eco --names mine.tsv --moves e4
tabia name --names mine.tsv --names missing.tsv --moves e4 || echo "$?"

# Lichess's table is five files: cut into five, it is the built-in one.
names=$TESTDATA/../../data/names.tsv
for letter in A B C D E; do
    { head -n 1 "$names"; grep "^$letter" "$names"; } >"$letter.tsv"
done
tail -n +2 "$names" | cut -f 3 >lines
tabia name --batch <lines >want
tabia name --names A.tsv --names B.tsv --names C.tsv --names D.tsv \
    --names E.tsv --batch <lines >got
cmp got want && wc -l <got
