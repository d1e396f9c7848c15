. "$TESTDATA/evaluate/lib.inc"
run not_uci
