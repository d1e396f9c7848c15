# Book moves only: it says when there are no more, and holds what it must.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci -b $BOOK --method first <<'END'
> uci
< uciok
> isready
< readyok
> ucinewgame
> go infinite
< info depth
> isready
< readyok
> stop
< bestmove
> position startpos moves a2a3
> go wtime 1000 btime 1000
< bestmove
> position fen nonsense
> go movetime 100
< bestmove
> stop
> nonsense
> quit
END
