cat >games.pgn <<"EOF"
[Event "a"]

1. e4 {a comment} e5 $1 (1... c5 2. Nf3) 2. Nf3! Nc6 3.Bb5 a6 1-0

[Event "b"]

1. d4 d4 *
EOF
"$BENCH" games -q --rounds 1 --json --games games.pgn |
    grep -A 1 -E '"(games|broken|plies)"' | grep -v '^--'
"$BENCH" games -q
