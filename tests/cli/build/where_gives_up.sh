# A pattern that would take years on one game is an error that names it.
cat >games.pgn <<"EOF"
[Event "aaa b"]
[Result "1-0"]

1. e4 1-0

[Event "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]
[Result "1-0"]

1. d4 1-0
EOF
tabia build -q games.pgn --where 'Event ~ "(a+a+)+[bc]"' -o out.bin || status=$?
[ ! -e out.bin ] && echo "status $status, no output"
tabia build -q games.pgn --where 'Event ~ "(a+ )+[bc]"' -o out.bin --min-games 1
tabia find out.bin
