tabia bkc -quiet -noti92p "$TESTDATA/../../examples/tichess-openings.txt"
ls
