tabia cpc "$TESTDATA/../../examples/tichess-puzzles.txt"
ls
