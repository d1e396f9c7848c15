# Answers that come after ours are not told a second time.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci -b $BOOK --method first --timeout 200 -- \
    "$fake" log on_isready=late <<'END' || echo status $?
> isready
< readyok
> go movetime 100
< bestmove
> echo the second readyok was dropped
< the second
> isready
< readyok
> quit
END
