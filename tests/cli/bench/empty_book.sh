: >empty.txt
for part in amateur book probe; do
    "$BENCH" $part -q --rounds 1 --book empty.txt || echo "$part: status $?"
done
