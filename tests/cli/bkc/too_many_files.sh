cp "$TESTDATA/../../examples/tichess-openings.txt" openings.txt
tabia bkc -size 100 openings.txt || echo $?
ls
