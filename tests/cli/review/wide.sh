# Avoided and passive moves of a book.
printf 'e2e4 e7e5\nf2f4x d7d5\nb2b3? e7e5\n' >book.txt
for move in e4 f4 b3 a3; do
    printf '[White "Me"]\n\n1. %s d5 *\n\n' $move
done >games.pgn
tabia review games.pgn --book book.txt --player me
tabia review games.pgn --book book.txt --player me --wide --top 1
