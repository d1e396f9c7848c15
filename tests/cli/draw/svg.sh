tabia draw "$TESTDATA/canvas.txt" -o out.svg --moves d4
cat out.svg
