touch out.svg
tabia draw "$TESTDATA/canvas.txt" -o out.svg
