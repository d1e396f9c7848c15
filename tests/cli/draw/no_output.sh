tabia draw "$TESTDATA/draw/small.inc"
