command -v rsvg-convert >/dev/null || command -v neato >/dev/null || exit 77
tabia draw "$TESTDATA/canvas.txt" -q -o out.png
head -c 4 out.png | tail -c 3
