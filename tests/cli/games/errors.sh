for i in 1 2 3 4 5; do
    printf '[Event "%d"]\n\n1. e4 e5 2. Ke3 *\n\n' "$i"
    printf '[Event "good"]\n\n1. e4 e5 *\n\n'
done >games.pgn
tabia games -q --errors 3 games.pgn
