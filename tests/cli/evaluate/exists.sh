. "$TESTDATA/evaluate/lib.inc"
touch out.txt
run good
