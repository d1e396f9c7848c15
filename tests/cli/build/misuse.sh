for words in "-o x.bin --by rating" "-o x.tabia --top 3" \
    "-o x.bin --memory 1X" "-o x.bin --part 5/4" \
    "-o x.bin --min-rate 1:2" "-o x.bin --half-life no" \
    "-o x --part 1/2 --dedupe" "-o x.json --polyglot-compatible" ""; do
    # shellcheck disable=SC2086 # the words are meant to be split
    tabia build "$TESTDATA/build/games.pgn" $words 2>&1 | head -1
done
tabia merge --partition 1/2 "$TESTDATA/build/games.pgn" -o x 2>&1 | head -1
mkdir empty
tabia merge empty -o x.tabia 2>&1 | head -1
