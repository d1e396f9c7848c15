# An engine that dies during the handshake.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci -b $BOOK --method first -- "$fake" log on_uci=exit <<'END' ||
> uci
< uciok
> isready
< readyok
> go movetime 100
< bestmove
> quit
END
    echo status $?
cat talk.err
