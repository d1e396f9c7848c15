# A filter needs stores, and words that it knows.
tabia find --ratings 2200 || echo "$?"
tabia find "$TESTDATA/club.tabia" --speeds fast || echo "$?"
tabia find "$TESTDATA/club.tabia" --since 2015-13 || echo "$?"
tabia find "$TESTDATA/club.tabia" --since 2015-+1 || echo "$?"
tabia find "$TESTDATA/club.tabia" --ratings 2000,2100 || echo "$?"
tabia find "$TESTDATA/club.tabia" --ratings 2000,none >/dev/null
