# Real games in every packing; pgn-extract counts some of them too.
twic=$(shared pgn/twic_60mb.pgn.zst) || exit
command -v zstd >/dev/null || exit 77
fingerprint() { "$TABIA" games -q "$@" | awk '{ print $NF }' | tail -1; }
fingerprint --threads 2 "$twic"
# For the rest a part will do.
zstd -qdc "$twic" | awk '/^\[Event / && ++n > 4000 { exit } 1' >part.pgn
want=$(fingerprint --threads 1 part.pgn)
same() { # WHAT FILE
    [ "$(fingerprint --threads 2 "$2")" = "$want" ] || echo "$1"
}
same plain part.pgn
for tool in gzip bzip2 xz zstd; do
    command -v "$tool" >/dev/null || continue
    "$tool" -1 -c part.pgn >part && same "$tool" part
done
if command -v pzstd >/dev/null; then
    pzstd -q -1 -p 2 part.pgn -o part.zst && same pzstd part.zst
fi
PATH=$PATH:/usr/games
if command -v pgn-extract >/dev/null; then
    theirs=$(pgn-extract -s --plycount part.pgn 2>/dev/null |
        awk -F'"' '/^\[PlyCount / { n++; plies += $2 } END { print n, plies }')
    ours=$(tabia games -q part.pgn |
        awk '/^games/ { n = $2 } /^plies/ { print n, $2 }')
    [ "$theirs" = "$ours" ] || echo "pgn-extract: $theirs, tabia: $ours"
fi
