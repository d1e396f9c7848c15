tabia cpc -noti92p -size 200 "$TESTDATA/../../examples/tichess-puzzles.txt"
ls
