# A real book of 30,416 entries: one weight changes two bytes at most.
book=$(shared polyglot/gm2001.bin) || exit
cp "$book" .
tabia edit -q --print gm2001.bin 2>/dev/null |
    sed '0,/weight [0-9]*/s//weight 4242/' >text
tabia edit -q gm2001.bin --apply text 2>/dev/null
cmp -l "$book" gm2001.bin | wc -l
