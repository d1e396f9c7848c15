# The text of the built-in book has no mistake.
tabia check "$TESTDATA/../../data/openings.txt"
