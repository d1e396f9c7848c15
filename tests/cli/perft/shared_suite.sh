# The first positions of the published counts, depth 3.
suite=$(shared perft/standard.epd) || exit
head -n 20 "$suite" | while IFS=';' read -r fen rest
do
    want=$(sed -E 's/.*D3 ([0-9]+).*/\1/' <<<"$rest")
    got=$(tabia perft -q -d 3 --fen "$fen")
    [ "$got" = "$want" ] || echo "$fen: got $got, want $want"
done
