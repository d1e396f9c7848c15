# A passive move is never played, an avoided one only with --wide.
. "$TESTDATA/../uci/setup.sh"
for how in '' --wide; do
    talk tabia uci -b $BOOK --method first $how <<'END'
> position startpos moves d2d4
> go movetime 100
< bestmove
> position startpos moves e2e4 e7e5
> go searchmoves f2f4 movetime 100
< bestmove
> quit
END
done
