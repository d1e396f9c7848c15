# No book move back to a position that was there, unless --repeat.
. "$TESTDATA/../uci/setup.sh"
printf 'g1f3 g8f6 f3g1\n' >knights.txt
for how in '' --repeat; do
    talk tabia uci -b knights.txt $how <<'END'
> position startpos moves g1f3 g8f6
> go movetime 100
< bestmove
> position startpos moves g1f3 g8f6 f3g1 f6g8
> go movetime 100
< bestmove
> quit
END
done
