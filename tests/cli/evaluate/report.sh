. "$TESTDATA/evaluate/lib.inc"
run good -q --report -50 --side black
