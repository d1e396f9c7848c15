. "$TESTDATA/evaluate/lib.inc"
run good --all -q
grep -c "white\|black" out.txt
