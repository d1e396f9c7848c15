tabia verify - <"$TESTDATA/club.tabia"
tabia verify --json - <"$TESTDATA/club.tabia" | grep '"file"'
head -c 3000 "$TESTDATA/club.tabia" | tabia verify -
