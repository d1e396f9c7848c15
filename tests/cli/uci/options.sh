# Options at run time: method, depth, books, and values that are none.
. "$TESTDATA/../uci/setup.sh"
printf 'c2c4 e7e5\n' >other.txt
talk tabia uci --book $BOOK <<'END'
> setoption name Book Method value best
> setoption name Book Depth value 1
> go movetime 100
< bestmove
> position startpos moves d2d4
> go movetime 100
< bestmove
> setoption name Book Depth value -3
> setoption name Book Method value strongest
> setoption name OwnBook
> setoption name Book File value other.txt:black;book.txt
> position startpos
> setoption name Book Method value first
> go movetime 100
< bestmove
> setoption name Book File value nowhere.txt
> go movetime 100
< bestmove
> setoption name Book File value <empty>
> go movetime 100
< bestmove
> uci
< uciok
> quit
END
