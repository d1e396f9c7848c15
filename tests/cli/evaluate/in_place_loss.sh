# A file of which not all can be read is not replaced.
fen='8/8/4k3/8/8/4K3/4P3/8 w - - 0 1'
printf '[SetUp "1"]\n[FEN "%s"]\n\n1. Kd4 (1. Kf4) *\n' "$fen" >game.pgn
tabia convert -q game.pgn book.bin
cp book.bin before.bin
tabia evaluate -i --no-eval book.bin || echo "status $?"
cmp book.bin before.bin
