cp "$TESTDATA/../../examples/tichess-puzzles.txt" puzzles.txt
tabia convert puzzles.txt p.epd
cat p.epd
tabia convert puzzles.txt p.pgn
tabia convert puzzles.txt p.json
tabia convert puzzles.txt p.89y
tabia convert puzzles.txt q.89y --strict || echo $?
tabia convert puzzles.txt p.dat || echo $?
ls
