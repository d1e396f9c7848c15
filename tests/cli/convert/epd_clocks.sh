# -O fen: clocks and move numbers are those of the line to the position.
printf 'e2e4 e7e5 g1f3 b8c6\nd2d4 g8f6 g1f3\n' >book.txt
tabia convert -q book.txt - --to epd -O ends -O fen
tabia convert -q book.txt - --to epd -O fen | cut -d' ' -f5-6
printf '[SetUp "1"]\n[FEN "%s"]\n\n1. Kd4 Kd6 *\n' \
    '8/8/4k3/8/8/4K3/4P3/8 w - - 7 30' >end.pgn
tabia convert -q end.pgn - --to epd -O ends -O fen
