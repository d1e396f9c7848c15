# Behind the moves stand their numbers: games, or else weights.
printf 'e4\ne4 e5\nd4 d5\n' >positions
game() { printf '[Result "%s"]\n\n%s %s\n\n' "$2" "$1" "$2"; }
{
    game '1. e4 e5' 1-0
    game '1. e4 c5 2. Nf3' 0-1
    game '1. e4 c5' 1-0
} >games.pgn
tabia build -q games.pgn -o games.tabia
tabia build -q games.pgn -o book.bin
printf 'e2e4 e7e6 d2d4\n' >plain.txt
for books in games.tabia book.bin plain.txt "book.bin plain.txt"; do
    echo "$books"
    tabia find $books --batch <positions || true
done
