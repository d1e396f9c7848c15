# A stack: the first book for the side that has a move decides.
. "$TESTDATA/../uci/setup.sh"
printf 'c2c4 e7e5 b1c3\n' >white.txt
printf 'c2c4 c7c5\ne2e4 c7c5\n' >black.txt
talk tabia uci -b white.txt:white -b black.txt:black -b $BOOK \
    --method first <<'END'
> position startpos
> go movetime 100
< bestmove
> position startpos moves e2e4
> go movetime 100
< bestmove
> position startpos moves d2d4
> go movetime 100
< bestmove
> quit
END
