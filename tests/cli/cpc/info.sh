cp "$TESTDATA/../../examples/tichess-puzzles.txt" puzzles.txt
tabia info puzzles.txt
