# Parts that were made before and after an input changed do not fit together.
try() { # WORD... prints the complaint, and the status
    local status=0
    tabia "$@" -q 2>&1 || status=$?
    echo "$status"
}
part() { try build --part "$1/2" games.pgn -o parts "${@:2}"; }
comment=$(printf '%0350000d' 0) # files are divided by the megabyte
add_games() { # MOVE...
    local move
    for move; do
        printf '[White "Adler"]\n\n1. %s {%s} 1-0\n\n' "$move" "$comment"
    done >>games.pgn
}

echo "== it grows"
add_games e4 d4 c4 f4 g4 b4
part 1
add_games h4 a4 f3
part 2
try merge parts -o x.tabia
part 1
part 1 --force
try merge parts -o x.tabia
tabia build -q games.pgn -o y.tabia
cmp x.tabia y.tabia

echo "== it is as long as before"
sed -i '1s/Adler/Amsel/' games.pgn
part 1 --force
try merge parts -o x.tabia --force

echo "== it is another file"
cp games.pgn others.pgn
try build --part 1/2 others.pgn -o parts --force
try merge parts -o x.tabia --force
try build --part 1/2 games.pgn others.pgn -o parts --force
try merge parts -o x.tabia --force
try build --part 1/2 games.pgn -o parts --force
try build --part 2/2 games.pgn others.pgn -o parts --force
try merge parts -o x.tabia --force
