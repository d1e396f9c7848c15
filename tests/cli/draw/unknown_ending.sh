tabia draw "$TESTDATA/canvas.txt" -o picture.gif
