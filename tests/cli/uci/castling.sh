# e1g1, and e1h1 only when UCI_Chess960 asks for it.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci --book $BOOK -- "$fake" log <<'END'
> position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5
> go movetime 100
< bestmove
> setoption name UCI_Chess960 value true
> go movetime 100
< bestmove
> quit
END
cat log
