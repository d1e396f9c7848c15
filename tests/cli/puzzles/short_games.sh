# The last moves of who lost a short game that passes through the book; not of
# draws, of long games, of games elsewhere, or of games that the store cuts off.
engine=$TESTDATA/../fake_engines/two_lines.sh
game() { # RESULT MOVES
    printf '[White "A"]\n[Black "B"]\n[Result "%s"]\n\n%s %s\n\n' "$1" "$2" "$1"
}
{
    game 1-0 '1. e4 e5 2. Nf3 f6 3. Nc3 g5 4. d4 g4 5. Nh4'
    game 1/2-1/2 '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6'
    game 0-1 '1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7'
    game 0-1 '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. f4 e5'
} >games.pgn
tabia build -q games.pgn -o games.tabia
printf '1. e4 e5 *\n' >book.pgn
make() {
    tabia puzzles book.pgn --store games.tabia --engine "$engine" --moves 1 "$@"
}
make --max-ply 10
# Games of the length at which a store ends may have gone on.
tabia build -q games.pgn --max-ply 9 -o games.tabia --force
make || echo $?
