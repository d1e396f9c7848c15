# One puzzle: the board, whose move it is, and all texts.
text=$TESTDATA/../../examples/tichess-puzzles.txt
tabia draw "$text" -o - --picture svg --puzzle 4
tabia draw - -o first.svg <"$text"
grep -o 'Puzzle 1\|White to move\|Mate in 1 move\|1: Ra8#' first.svg
