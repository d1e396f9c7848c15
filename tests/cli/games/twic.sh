# Real games in every packing; pgn-extract counts some of them too.
twic=$SHARED/data/pgn/twic_60mb.pgn.zst
[ -n "$SHARED" ] && [ -f "$twic" ] && command -v zstd >/dev/null || exit 77
zstd -qdc "$twic" >games.pgn
fingerprint() { "$TABIA" games -q "$@" | awk '{ print $NF }' | tail -1; }
fingerprint --threads 1 games.pgn
fingerprint --threads 2 games.pgn
fingerprint --threads 2 "$twic"
same() { # FILE
    [ "$(fingerprint --threads 2 "$1")" = 747fd12708e85193 ] || echo "$1"
    rm -f "$1"
}
if command -v pzstd >/dev/null; then
    pzstd -q -1 -p 2 games.pgn -o pzstd.zst && same pzstd.zst
fi
gzip -1 -c games.pgn >games.gz && same games.gz
# The others are slow: a tenth will do.
awk '/^\[Event / && ++n > 6000 { exit } 1' games.pgn >tenth.pgn
want=$(fingerprint tenth.pgn)
for tool in bzip2 xz; do
    command -v "$tool" >/dev/null || continue
    "$tool" -1 -c tenth.pgn >tenth
    [ "$(fingerprint tenth)" = "$want" ] || echo "$tool"
done
PATH=$PATH:/usr/games
if command -v pgn-extract >/dev/null; then
    theirs=$(pgn-extract -s --plycount tenth.pgn 2>/dev/null |
        awk -F'"' '/^\[PlyCount / { n++; plies += $2 } END { print n, plies }')
    ours=$(tabia games -q tenth.pgn |
        awk '/^games/ { n = $2 } /^plies/ { print n, $2 }')
    [ "$theirs" = "$ours" ] || echo "pgn-extract: $theirs, tabia: $ours"
fi
