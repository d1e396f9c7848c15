tabia draw "$TESTDATA/canvas.txt" -q -o out.svg --boards
grep -c 'class="p' out.svg
grep -o 'class="p' out.svg | wc -l
