tabia draw "$TESTDATA/canvas.txt"
