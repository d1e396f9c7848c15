# An engine that closes its output and stays.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci -b $BOOK --method first -- \
    "$fake" log on_isready=close <<'END' || echo status $?
> isready
< readyok
> go movetime 100
< bestmove
> quit
END
