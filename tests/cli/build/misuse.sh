try() { # WORD... prints the first line of the complaint, and the status
    local status=0
    tabia "$@" 2>err || status=$?
    echo "$status: $(head -n 1 err)"
}
games=$TESTDATA/games.pgn
for words in "-o x.bin --by rating" "-o x.tabia --top 3" \
    "-o x.bin --memory 1X" "-o x.bin --part 5/4" \
    "-o x.bin --min-rate 1:2" "-o x.bin --half-life no" \
    "-o x --part 1/2 --drop-duplicates" "-o x.json --polyglot-compatible" \
    "-o x.tabia --min-ply 3 --max-ply 2" ""; do
    # shellcheck disable=SC2086 # the words are meant to be split
    try build "$games" $words
done
try build - - -o x.bin
try merge --slice 1/2 "$games" -o x
try merge --partition 1/2 "$games" -o x
mkdir empty
try merge empty -o x.tabia
tabia build -q "$TESTDATA/club.pgn" -o parts --part 1/1
tabia merge -q parts -o slices --slice 1/2
try merge slices -o x.tabia
try merge parts -o slices --slice 1/257
rm -r parts slices
ls
