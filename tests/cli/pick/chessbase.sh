# ChessBase books: green moves by games and annotations, in every way to ask.
cat >moves <<'X'
"e2e4",&"weight":1,"nags":[3],"white":10,"draws":0,"black":0,
"d2d4",&"weight":1,"nags":[1],"white":10,"draws":0,"black":0,
"c2c4",&"weight":1,"white":10,"draws":0,"black":0,
"b1a3",&"weight":1,"nags":[6],"white":90,"draws":0,"black":0,
"g1f3",&"weight":0,"white":90,"draws":0,"black":0,
X
printf 'e2e4\nd2d4\nc2c4\nb1a3\ng1f3\n' | tabia convert -q - book.json
while IFS='&' read -r move values; do
    sed -i "s/$move/&$values/" book.json
done <moves
tabia convert -q book.json book.ctg
tabia find book.ctg
tabia find --table book.ctg | cmp - <(tabia find book.ctg)
tabia convert -q book.ctg copy.ctg
tabia diff book.ctg copy.ctg
for seed in $(seq 1 60); do
    tabia pick --seed "$seed" book.ctg
done | sort | uniq -c
tabia convert book.ctg book.bin
tabia find book.bin
tabia convert book.ctg book.abk
tabia find book.abk
tabia convert -q book.ctg - --top 2 --to json | grep -o '"uci":"[^"]*"'
printf '%s\n' 'uci' 'setoption name Book Method value best' \
    'position startpos' 'go depth 1' 'quit' |
    tabia uci --book book.ctg | grep -E 'bestmove|info'
