# The text of the default book has no mistake.
tabia check "$TESTDATA/../../data/openings.txt"
