tabia draw "$TESTDATA/draw/small.inc" -o out.svg --moves a3
