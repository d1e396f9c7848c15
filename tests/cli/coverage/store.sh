# Positions are looked up in a store; answers have their scores there.
cat >games.pgn <<'EOF'
[Result "1-0"]

1. e4 c5 2. Nf3 d6 1-0

[Result "1/2-1/2"]

1. e4 c5 2. c3 d5 1/2-1/2

[Result "0-1"]

1. e4 e5 2. Nf3 Nc6 0-1
EOF
tabia build -q games.pgn -o games.tabia
printf 'e2e4 e7e5 g1f3\n' >mine.txt
printf '[Event "?"]\n\n1. e4 c5 2. d4 {[%%eval 0.31]} *\n' >theory.pgn
tabia coverage mine.txt --against games.tabia --against theory.pgn \
    --side white --by-ply
tabia coverage mine.txt --against games.tabia --against theory.pgn \
    --side white --json
# Lines longer than this are not followed.
tabia coverage mine.txt --against games.tabia --side white --max-ply 2 --by-ply
