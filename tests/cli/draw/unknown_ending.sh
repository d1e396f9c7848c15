tabia draw "$TESTDATA/draw/small.inc" -o picture.gif
