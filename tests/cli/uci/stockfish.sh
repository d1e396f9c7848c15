# What Stockfish says comes through unchanged, but for our options.
. "$TESTDATA/../uci/setup.sh"
engine=$(PATH=$PATH:/usr/games command -v stockfish) || exit 77
cat >script <<'END'
> uci
< uciok
> setoption name Hash value 8
> setoption name MultiPV value 2
> ucinewgame
> isready
< readyok
> position startpos moves a2a3 h7h5
> go depth 7
< bestmove
> quit
END
# Times differ from run to run.
same='s/ nps [0-9]*//; s/ time [0-9]*//; s/ hashfull [0-9]*//'
talk "$engine" <script | sed "$same" >bare
talk tabia uci -b $BOOK -- stockfish <script | sed "$same" >proxied
diff bare proxied | grep '^[<>]'
