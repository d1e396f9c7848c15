tabia cpc -noti89 -prefix p -offset 9 -folder main \
    "$TESTDATA/../../examples/tichess-puzzles.txt"
ls
