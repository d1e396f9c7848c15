cat >games.pgn <<'END'
[Event "a"]
[Result "1-0"]

1. e4 e5 2. Nf3 {a comment} Nc6 (2... d6 3. d4) 3. Bb5 1-0

[Event "b"]

1. d4 d5 1/2-1/2

[Event "c"]

1. c4 *
END
tabia games -q games.pgn
tabia games -q --threads 2 games.pgn games.pgn
