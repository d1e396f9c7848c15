# A book's move is held until ponderhit or stop; neither reaches the engine.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci --book $BOOK --method first -- "$fake" log <<'END'
> position startpos
> go ponder wtime 1000 btime 1000
> isready
< readyok
> echo nothing but the lines before the move
< nothing
> ponderhit
< bestmove
> position startpos moves e2e4 e7e5
> go ponder wtime 1000 btime 1000
> stop
< bestmove
> quit
END
cat log
