# Book, engine, book: every position reaches the engine, only one go does.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci --book $BOOK --method first -- "$fake" log <<'END'
> isready
< readyok
> ucinewgame
> position startpos
> go wtime 1000 btime 1000
< bestmove
> position startpos moves e2e4 a7a6
> go wtime 1000 btime 1000
< bestmove
> position startpos moves e2e4 e7e5
> go depth 5
< bestmove
> quit
END
cat log
