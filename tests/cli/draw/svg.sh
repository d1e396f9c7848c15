tabia draw "$TESTDATA/draw/small.inc" -o out.svg --moves d4
cat out.svg
