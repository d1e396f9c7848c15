. "$TESTDATA/evaluate/lib.inc"
run good
cat out.txt
