# A book's answer does not overtake the engine's that was asked before.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci -b $BOOK --method first -- "$fake" log on_stop=late \
    on_go=hold <<'END'
> position startpos moves a2a3
> go infinite
> stop
> position startpos
> go movetime 100
< bestmove e2e4
> quit
END
cat log
