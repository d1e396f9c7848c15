# Arena's header says how much priority, games and score count.
printf 'e2e4\nd2d4\nc2c4\ng1f3\n' | tabia convert -q - book.json
while read -r move games; do
    values="\"weight\":5,\"white\":0,\"draws\":0,\"black\":0,\"unknown\":$games"
    sed -i "s/\"$move\",/&$values,/" book.json
done <<'X'
e2e4 416
d2d4 383
c2c4 101
g1f3 100
X
tabia convert -q book.json even.abk
tabia find even.abk

# Offsets 238, 242 and 246: priority 0, games 1, score 0.
cp even.abk games.abk
printf '\0\0\0\0\1\0\0\0\0\0\0\0' |
    dd of=games.abk bs=1 seek=238 conv=notrunc status=none
tabia find games.abk
tabia find --table games.abk | cmp - <(tabia find games.abk)
tabia info games.abk | grep share-rule
tabia convert -q games.abk copy.abk
cmp games.abk copy.abk
tabia convert -q games.abk games.bin
tabia find games.bin
