# Of a tag that a game has twice the last value counts, whoever asks.
printf '[White "A"]\n[White "B"]\n[Result "1-0"]\n\n1. e4 1-0\n' >games.pgn
for name in A B; do
    tabia build -q games.pgn -o $name.bin --where "White = \"$name\"" ||
        echo "$name: $?"
    tabia build -q games.pgn -o $name.bin --force --player $name ||
        echo "$name: $?"
done
