# While a program analyses, the engine searches, unless the books are asked for.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci --book $BOOK --method first -- "$fake" log <<'END' | grep -v Book
> uci
< uciok
> setoption name UCI_AnalyseMode value true
> go depth 20
< bestmove
> setoption name Book Analyse value true
> go depth 20
< bestmove
> setoption name Book Analyse value false
> setoption name UCI_AnalyseMode value false
> go depth 20
< bestmove
> quit
END
echo "the engine has heard"
cat log
# An engine that has the option is told, and ours is not announced.
talk tabia uci --book $BOOK --method first -- "$fake" log \
    options=UCI_AnalyseMode <<'END' | grep -e Analyse -e bestmove
> uci
< uciok
> setoption name UCI_AnalyseMode value true
> go depth 20
< bestmove
> quit
END
echo "the engine has heard"
cat log
# Without an engine the book is all there is.
talk tabia uci --book $BOOK --method first <<'END'
> setoption name UCI_AnalyseMode value true
> go depth 20
< bestmove
> quit
END
