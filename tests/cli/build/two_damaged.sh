# Each file that is cut off is reported, however many games are broken, too.
for i in $(seq 14); do
    printf '[White "%d"]\n\n1. e4 e4 1-0\n\n' "$i"
done >broken.pgn
printf '[White "%s"]\n\n1. d4 d5 1-0\n\n' A B >whole.pgn
for name in one two; do
    gzip -nc whole.pgn | head -c -6 >$name.pgn.gz
done
tabia build broken.pgn one.pgn.gz two.pgn.gz -o games.tabia 2>&1 |
    grep -o '^[a-z.]*gz.*\|^broken.pgn:[0-9]*'
