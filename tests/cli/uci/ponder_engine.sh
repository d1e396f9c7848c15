# Out of the book, pondering is the engine's.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci --book $BOOK -- "$fake" log on_go=hold <<'END'
> position startpos moves a2a3 a7a6
> go ponder wtime 1000 btime 1000
> ponderhit
> stop
< bestmove
> quit
END
cat log
