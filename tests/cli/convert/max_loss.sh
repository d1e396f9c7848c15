# Black's view counts where Black moves, a mate more than any number, and the
# best move stays; without evaluations all stay.
cat >book.pgn <<'PGN'
1. e4 {[%eval 0.30]} (1. d4 {[%eval 0.25]}) (1. f3 {[%eval -0.60]})
(1. a3) 1... e5 {[%eval 0.35]} (1... c5 {[%eval 0.40]}) (1... g5 {[%eval 1.90]})
(1... f6 {[%eval #9]}) *

1. f3 {[%eval -0.60]} e5 {[%eval -0.70]} 2. g4 {[%eval #-1]}
2... Qh4# {[%eval #0]} (2... d5 {[%eval -4.0]}) *
PGN
for loss in 5 60 90 100000; do
    echo "--max-loss $loss"
    tabia convert -q book.pgn - --to lines --max-loss "$loss"
done
