# Any number may stand in a file.
cat >far.txt <<"EOF"
v4.0
= T
start : 1e300, 5, white +0.10
start -> d4
rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1 : 7, 8, white +0.10
EOF
tabia draw far.txt -o far.svg
