# Only moves that are asked for; none of them in the book: the engine's.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci --book $BOOK --method first -- "$fake" log <<'END'
> position startpos
> go searchmoves d2d4 a2a3 movetime 100
< bestmove
> go searchmoves a2a3 h2h3 movetime 100
< bestmove
> quit
END
cat log
