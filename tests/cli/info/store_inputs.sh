# Many inputs are counted, not printed in one long line.
for i in {1..40}; do
    printf '[Round "%d"]\n[Result "1-0"]\n\n1. e4 1-0\n' $i >game$i.pgn
done
tabia build -q game{1..40}.pgn -o games.tabia
tabia info games.tabia
tabia info --json games.tabia | grep -o 'game40.pgn'
