. "$TESTDATA/evaluate/lib.inc"
run hang
