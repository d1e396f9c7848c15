# A player without a rating has none in the list either.
cat >games.pgn <<"EOF"
[White "A"]
[Black "B"]
[WhiteElo "2000"]
[Result "1-0"]

1. e4 e5 1-0
EOF
tabia build -q games.pgn -o games.tabia
tabia find games.tabia --samples | sed 's/^[A-Za-z0-9]\{8\} /ID       /'
