# An endless search, a mate and a count are the engine's.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci --book $BOOK -- "$fake" log on_go=hold <<'END'
> position startpos
> go infinite
> stop
< bestmove
> go mate 3
> stop
< bestmove
> go perft 2
> quit
END
cat log
