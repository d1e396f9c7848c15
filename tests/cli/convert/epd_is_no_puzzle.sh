# Puzzles and books share operations of EPD: moves and names make it a book.
fields='rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -'
echo "$fields bm e5; c0 \"a comment\";" | tabia convert -q - - --to epd
echo "$fields hmvc 0; bm e5; id \"x\";" | tabia convert -q - - --to epd
echo "$fields pv e5 Nf3; c0 \"a comment\";" | tabia convert -q - - --to epd
echo "$fields hmvc 3; fmvn 9; c0 \"Mate\"; c3 \"x\";" |
    tabia convert -q - - --to puzzles
echo "$fields hmvc 0; fmvn 1; bm e5; c0 \"a comment\";" |
    tabia convert -q - - --to epd
