# An engine that never answers: uci, isready and book moves are answered.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci -b $BOOK --method first --timeout 300 -- \
    "$fake" log on_uci=hang <<'END' || echo status $?
> uci
< uciok
> isready
< readyok
> go movetime 100
< bestmove
> quit
END
