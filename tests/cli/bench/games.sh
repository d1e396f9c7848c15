# Comments, variations, numbers, glyphs, results, and a set-up game.
cat >games.pgn <<"EOF"
[Event "a"]

1. e4 {a {comment} e5 $1 (1... c5 (1... c6) 2. Nf3) 2. Nf3! ; rest Nc6
Nc6 3.Bb5 a6 1-0

[Event "b"]
[FEN "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"]

1. e4 Kd6 *

[Event "c"]

1. d4 d5 1/2-1/2
EOF
"$BENCH" core --rounds 1 --quick --json --games games.pgn 2>/dev/null |
    grep -A 1 '"plies"'
