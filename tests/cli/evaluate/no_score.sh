. "$TESTDATA/evaluate/lib.inc"
run no_score
