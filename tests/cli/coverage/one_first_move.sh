# A book for Black against one first move is about games with that move. With
# two, the others are holes.
printf 'e2e4 c7c6 d2d4 d7d5\n' >caro.txt
printf 'e2e4 c7c6 d2d4 d7d5\nd2d4 d7d5\n' >two.txt
printf 'd2d4 d7d5\nc2c4 e7e5\ne2e4 c7c6 b1c3\n' >played.txt
printf 'e2e4 c7c6 d2d4 d7d5 e4d5\n' >>played.txt
tabia coverage caro.txt --against played.txt --side black
echo
tabia coverage two.txt --against played.txt --side black
tabia coverage caro.txt --against played.txt --side black --json |
    grep first_move
