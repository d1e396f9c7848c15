command -v rsvg-convert >/dev/null || exit 77
tabia draw "$TESTDATA/../../examples/tichess-puzzles.txt" -o out.png --puzzle 2
head -c 4 out.png | tail -c 3
