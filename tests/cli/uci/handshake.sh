# Our options come before uciok; a name that the engine has stays its own.
. "$TESTDATA/../uci/setup.sh"
talk tabia uci --book $BOOK -- "$fake" log 'options=OwnBook;book  file' <<'END'
> uci
< uciok
> isready
< readyok
> setoption name OwnBook value mine
> setoption name Tabia OwnBook value false
> setoption name Hash value 32
> setoption name book depth value 12
> echo heard
< heard
> quit
END
cat log
