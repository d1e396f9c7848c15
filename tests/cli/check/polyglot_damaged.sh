# Damage is told entry by entry, and repaired.
printf 'e2e4 e7e5\n' >a.txt
tabia convert -q a.txt a.bin
{ tail -c 16 a.bin; cat a.bin; printf 'rest'; } >b.bin
tabia check b.bin || echo "status $?"
tabia convert -O repair b.bin c.bin
cmp a.bin c.bin && echo same
