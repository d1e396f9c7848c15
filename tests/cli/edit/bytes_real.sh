# A real book of 30,416 entries: one weight changes two bytes at most.
[ -f "$SHARED/data/polyglot/gm2001.bin" ] || exit 77
cp "$SHARED/data/polyglot/gm2001.bin" .
tabia edit -q --print gm2001.bin 2>/dev/null |
    sed '0,/weight [0-9]*/s//weight 4242/' >text
tabia edit -q gm2001.bin --apply text 2>/dev/null
cmp -l "$SHARED/data/polyglot/gm2001.bin" gm2001.bin | wc -l
