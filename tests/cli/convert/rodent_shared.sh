# A real book, damaged: its end repeats entries, out of order.
book=$(shared polyglot/rodent_damaged.bin) || exit
tabia convert "$book" a.bin -O repair 2>warnings
grep -c 'out of order' warnings
grep -c 'repeats entry' warnings
wc -c <a.bin
tabia check a.bin -q
head -c "$(wc -c <a.bin)" "$book" | cmp - a.bin && echo same
