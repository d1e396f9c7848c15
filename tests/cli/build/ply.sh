# The positions of one ply: they begin the book, with the moves played there.
game() { printf '[Result "1-0"]\n\n%s 1-0\n\n' "$1"; }
{
    game "1. e4 e5 2. Nf3 Nc6 3. Bb5"
    game "1. Nf3 Nc6 2. e4 e5 3. Bc4"
    game "1. d4 d5 2. c4 e6 3. Nc3"
    game "1. d4"
} >games.pgn
run() { tabia build games.pgn "$@" 2>&1 | sed -E 's/, [0-9.]+ s$//'; }
run --min-ply 4 --max-ply 4 -o x.epd
cat x.epd
run --min-ply 4 --max-ply 4 -O ends -O fen -o ends.epd
cat ends.epd
run --min-ply 3 --max-ply 4 --side black -o black.epd
cat black.epd
run --min-ply 4 -o x.pgn
grep -E "FEN|^[0-9]" x.pgn
