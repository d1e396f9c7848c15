touch out.svg
tabia draw "$TESTDATA/draw/small.inc" -o out.svg
