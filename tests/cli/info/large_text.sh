# A text of 10 GB is refused by its size, before it is read.
begin() { printf "$2" >"$1" && truncate -s 10G "$1" 2>/dev/null || exit 77; }
begin game.pgn "$(printf '1. e4 e5 1-0\\n\\n%.0s' {1..9999})"
begin lines.txt 'e2e4 e7e5\nd2d4 d7d5\n'
begin openings.txt 'v4.0\n= T\nstart -> e4\n'
begin list.epd 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n'
begin book.json '{"schema": 1,\n'
begin zeros.txt ''
ulimit -t 10 # seconds
for file in game.pgn lines.txt openings.txt list.epd book.json; do
    tabia info $file || echo "status $?"
done
tabia info --from ct800 zeros.txt || echo "status $?"
tabia convert game.pgn x.epd || echo "status $?"
tabia check lines.txt || echo "status $?"
tabia find list.epd || echo "status $?"
