# Entries that nothing leads to stay when the format stays.
entry() { printf '\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x02\0\0\0\7'; }
stray() { printf '\x77\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x01\0\0\0\0'; }
{ entry; stray; } >a.bin
tabia convert a.bin b.bin
cmp a.bin b.bin
tabia convert a.bin c.bin --max-ply 3
wc -c <c.bin
{ stray; entry; } >d.bin
tabia convert d.bin e.bin || echo "status $?"
tabia convert d.bin e.bin -O repair
cmp a.bin e.bin
tabia convert a.bin f.bin --json -q
tabia convert a.bin g.bin -O weight=nonsense || echo "status $?"
tabia convert a.bin g.bin -O shape=tree || echo "status $?"
