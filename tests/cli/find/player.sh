# One player's games, with a colour, filtered by what the store was not built
# by; and lists of games.
game() { # WHITE BLACK RESULT DATE ELO MOVES
    printf '[Event "Club"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n' \
        "$1" "$2" "$3"
    printf '[Date "%s"]\n[WhiteElo "%s"]\n[BlackElo "%s"]\n\n%s %s\n\n' \
        "$4" "$5" "$5" "$6" "$3"
}
{
    game "Adler, A" Berg 1-0 2020.01.01 2400 '1. e4 e5 2. Nf3'
    game "Adler,A" Cato 0-1 2021.02.?? 2300 '1. e4 c5 2. Nf3'
    game Berg "ADLER, A" 1/2-1/2 2022.03.03 1700 '1. d4 d5 2. c4'
    game Cato Berg 1-0 2023.04.04 2600 '1. c4 e5 2. g3'
} >games.pgn
tabia build -q -o games.tabia games.pgn
tabia find games.tabia --player 'adler,a'
echo "as White, from 2021 on:"
tabia find games.tabia --player 'Adler, A' --color white --since 2021
echo "after a move, of players:"
tabia find games.tabia --player Berg --moves d4
tabia find games.tabia --player Berg --moves c4 --color white || echo "$?"
echo "none of this name, but near ones:"
for name in Nobody adlre 'Adler, Anna' 'ad'; do
    tabia find games.tabia --player "$name" 2>&1 || echo "$?"
done
tabia build -q -o more.tabia --player Berg games.pgn
tabia find games.tabia more.tabia --player Bergman 2>&1 || echo "$?"
echo "lists:"
tabia find games.tabia --games 2
tabia find games.tabia --games 9 --sort date --player 'Adler, A'
tabia find games.tabia --player Berg --games 1 --json | tail -n 20
tabia find games.tabia --color white || echo "$?"
tabia find games.tabia --player Berg --history || echo "$?"
tabia find --player Berg || echo "$?"
