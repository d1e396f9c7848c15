. "$TESTDATA/evaluate/lib.inc"
run mute
