# As many lines of play as MultiPV asks for, while the book has them.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci --book $BOOK --method first -- "$fake" log <<'END'
> setoption name MultiPV value 3
> position startpos
> go movetime 100
< bestmove
> quit
END
cat log
