# The article's routine: transpositions, universal reply, first moves, hints.
. "$TESTDATA/../uci/setup.sh"
printf '%s\n' d2d4e7e6c2c4g8f6b1c3 d2d4d7d5 f2f4d7d5 >strings.txt
echo 'c2c4e7e6d2d4 d2d4e7e6c2c4' >table.txt
tabia convert -q strings.txt book.ama
talk tabia uci --book book.ama --first f2f4 --seed 1 <<'END'
> position startpos
> go movetime 100
< bestmove
> setoption name Book First value e2e4
> go movetime 100
< bestmove
> position startpos moves b2b3
> go movetime 100
< bestmove
> setoption name Book Universal value e7e5:d2d4,f2f4
> go movetime 100
< bestmove
> position startpos moves c2c4 e7e6 d2d4
> setoption name Book Transpositions value table.txt
> go movetime 100
< bestmove
> setoption name Book Universal value e7e9
> setoption name Book Transpositions value nowhere.txt
> uci
< uciok
> quit
END
