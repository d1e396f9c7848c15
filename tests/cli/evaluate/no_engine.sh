. "$TESTDATA/evaluate/lib.inc"
tabia evaluate "$small" -o out.txt --engine "" || echo "status $?"
tabia evaluate "$small" -o out.txt --engine ./missing
