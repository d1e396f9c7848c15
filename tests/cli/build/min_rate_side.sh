# --min-rate-side: where none of its moves has the rate, the most played stays.
game() { printf '[Result "%s"]\n\n%s %s\n\n' "$1" "$2" "$1"; }
{
    for i in 1 2 3; do game 1-0 "1. e4 c5 2. Nf3 d6 3. d4"; done
    game 1-0 "1. e4 c5 2. Nc3"
    game 0-1 "1. e4 c5 2. c3"
    game 1-0 "1. e4 e5 2. Nf3"
    game 1/2-1/2 "1. e4 e5 2. Bc4"
    game 1-0 "1. e4 e5 2. d4"
    game 1-0 "1. e4 e5 2. Nc3"
} >games.pgn
for side in white black; do
    tabia build -q games.pgn -o $side.txt --to lines --min-rate 70:10 \
        --min-rate-side $side
    echo $side
    cat $side.txt
done
