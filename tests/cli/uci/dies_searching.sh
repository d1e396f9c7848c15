# An engine that crashes while it searches: the book's move if there is one.
. "$TESTDATA/../uci/setup.sh"
for moves in 'a2a3 a7a6' 'e2e4 e7e5'; do
    talk tabia uci -b $BOOK --method first -- "$fake" log on_go=crash <<END ||
> setoption name OwnBook value false
> position startpos moves $moves
> go movetime 100
< bestmove
> isready
< readyok
> setoption name OwnBook value true
> position startpos
> go movetime 100
< bestmove
> quit
END
        echo status $?
done
