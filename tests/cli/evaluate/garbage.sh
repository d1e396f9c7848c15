. "$TESTDATA/evaluate/lib.inc"
run garbage -q
run good -q --force -o good.txt
cmp out.txt good.txt
