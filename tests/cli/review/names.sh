# Names in another encoding, with escapes, and with what a terminal would obey.
printf 'e2e4 e7e5\n' >book.txt
{
    printf '[White "M\374ller"]\n[Black "A \\"B\\" \033[31mC"]\n\n1. d4 *\n\n'
    printf '[White "M\303\274ller"]\n[Black "?"]\n\n1. c4 *\n'
} >games.pgn
tabia review games.pgn --book book.txt --side white --games --top 0
tabia review games.pgn --book book.txt --side white --json |
    grep '"\(white\|black\)": "[^wb]'
