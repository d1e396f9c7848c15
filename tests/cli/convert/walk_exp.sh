# Experience of White's moves alone.
printf 'e2e4 e7e5? g1f3 b8c6? f1b5\ne2e4 c7c5? g1f3 d7d6? d2d4\n' >book.txt
echo 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -' >one.fen
tabia convert -q book.txt white.bin
tabia convert -q white.bin - --to json |
    sed 's/"weight":1/"learn":"0000001b00640066"/
        s/"texts": \[\]/"texts": [{"key":"exp-layout","value":"brainlearn"}]/' \
        >book.json
tabia convert -q book.json book.exp
for walk in start known near bridge; do
    echo "walk $walk"
    tabia convert book.exp - --to epd -O "walk=$walk" 2>&1 | grep -v lost
done
echo usual
tabia convert book.exp - --to epd 2>&1 | grep -v lost
echo 'start and a position'
tabia convert book.exp - --to epd -O walk=start -O positions=one.fen 2>&1 |
    grep -v lost
