. "$TESTDATA/evaluate/lib.inc"
run good -q --minimax
cat out.txt
