# Puzzles are reported on as books are.
cat >puzzles.txt <<"EOF"
[D] Mate in one
[S] Ra8
7k/8/6K1/8/8/8/8/R7 w - - 0 1
EOF
tabia convert -q --json puzzles.txt puzzles.epd
tabia convert -q --json puzzles.txt puzzles.json
tabia convert --json puzzles.txt - --to epd
