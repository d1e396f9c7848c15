# The book of one side keeps its answers to the bad moves of the other.
cat >book.pgn <<'END'
[Result "*"]

1. e4 {[%eval 0.30]} (1. f3 {[%eval -0.60]} 1... e5 {[%eval -0.60]} 2. e4
{[%eval -0.70]}) 1... e5 {[%eval 0.30]} (1... g5 {[%eval 1.20]} 2. d4
{[%eval 1.20]}) 2. Nf3 {[%eval 0.30]} (2. Ke2 {[%eval -1.00]}) *
END
for side in white black; do
    echo $side
    tabia convert -q book.pgn - --to lines --side $side --max-loss 30
done
