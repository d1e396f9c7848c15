. "$TESTDATA/evaluate/lib.inc"
run closes
