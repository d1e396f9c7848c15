tabia draw "$TESTDATA/canvas.txt" -q -o - --picture dot
