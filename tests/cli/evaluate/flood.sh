. "$TESTDATA/evaluate/lib.inc"
run flood
