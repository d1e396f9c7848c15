. "$TESTDATA/evaluate/lib.inc"
run good --limit 2
grep -c "white\|black" out.txt
