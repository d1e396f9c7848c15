tabia draw "$TESTDATA/draw/small.inc" -q -o - --picture dot
