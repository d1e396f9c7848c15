tabia bkc -noti92p -nowhite -size 700 -prefix part \
    "$TESTDATA/../../examples/tichess-openings.txt"
ls
