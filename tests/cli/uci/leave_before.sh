# The book is left before its end: 1.d4 goes on for two plies, 1.e4 for more.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci -b $BOOK --method best --leave-before 3 <<'END'
> go movetime 100
< bestmove
> setoption name Book Leave Before value 8
> go movetime 100
< bestmove
> quit
END
