. "$TESTDATA/evaluate/lib.inc"
tabia evaluate "$small"
