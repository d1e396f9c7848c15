. "$TESTDATA/evaluate/lib.inc"
run lie
