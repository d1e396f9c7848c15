tabia bkc "$TESTDATA/../../examples/tichess-openings.txt"
ls
