# What cannot even be read is lost as well: no moves lead to the position from
# the start, so its key says nothing. Copied by key, nothing is lost.
fen='8/8/4k3/8/8/4K3/4P3/8 w - - 0 1'
printf '[SetUp "1"]\n[FEN "%s"]\n\n1. Kd4 (1. Kf4) *\n' "$fen" >game.pgn
tabia convert -q game.pgn book.bin
tabia convert -q --strict book.bin copy.bin
tabia convert -q --strict book.bin book.json || echo "status $?"
tabia merge -q --strict book.bin -o book.json || echo "status $?"
test ! -e book.json
tabia convert -q --json book.bin book.json --allow-empty
