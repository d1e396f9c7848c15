tabia verify - <"$TESTDATA/verify/club.tabia"
tabia verify --json - <"$TESTDATA/verify/club.tabia" | grep '"file"'
head -c 3000 "$TESTDATA/verify/club.tabia" | tabia verify -
