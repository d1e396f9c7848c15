# No such engine: it is told, and the book plays.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci -b $BOOK --method first -- ./nosuch <<'END' || echo status $?
> uci
< uciok
> isready
< readyok
> go movetime 100
< bestmove
> position startpos moves a2a3
> go movetime 100
< bestmove
> quit
END
cat talk.err
