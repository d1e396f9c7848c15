# Puzzles come from standard input as well, with their format or without.
text=$TESTDATA/../../examples/tichess-puzzles.txt
tabia cpc -quiet -noti92p "$text"
tabia info - <"$text" | head -n 4
tabia info --from puzzles - <"$text" | head -n 1
tabia info - <ticpuz0.89y | head -n 1
tabia convert -q --from tipuzzle - - --to epd <ticpuz0.89y | head -n 1
tabia convert -q - again.89y <ticpuz0.89y
cmp ticpuz0.89y again.89y
tabia check - <"$text"
# Without it, a book is still a book.
printf 'e2e4 e7e5\n' | tabia info - | head -n 1
tabia info --from puzzles - </dev/null
