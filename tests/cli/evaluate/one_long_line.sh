. "$TESTDATA/evaluate/lib.inc"
run one_long_line
