# A search that never ends: the book knows a move, or it is told.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci -b $BOOK --method first --timeout 300 --max-ply 2 -- \
    "$fake" log on_go=mute <<'END' || echo status $?
> position startpos moves e2e4 e7e5
> go movetime 100
< bestmove
> position startpos moves a2a3 a7a6
> go movetime 100
< info string engine
> stop
< info string engine
> position startpos
> go movetime 100
< bestmove e2e4
> quit
END
cat log
