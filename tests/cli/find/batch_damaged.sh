# A damaged block of a store is an error in its line, not an unknown position.
for moves in 'e4 e5' 'e4 e5' 'd4 d5'; do
    printf '[Result "1-0"]\n\n1. %s 1-0\n\n' "$moves"
done >games.pgn
tabia build -q games.pgn -o games.tabia
# Positions of one game need the block of games, others do not.
cp games.tabia bad.tabia
printf '\377' | dd of=bad.tabia bs=1 seek=30 conv=notrunc 2>/dev/null
tabia find bad.tabia --moves d4 || echo "status $?"
for json in "" --json; do
    printf 'e4\nd4\nc4\n' | tabia find bad.tabia --batch $json ||
        echo "status $?"
    printf 'd4\n' | tabia find games.tabia bad.tabia --batch $json ||
        echo "status $?"
done
