# 20,000 lines in one go: all arrive, and the answer after them.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci -b $BOOK -- "$fake" log on_go=flood <<'END' >out
> position startpos moves a2a3
> go movetime 100
< bestmove
> quit
END
grep -c '^< info depth .* pv e2e4 e7e5 g1f3 b8c6 f1b5$' out
tail -n 3 out
