# A damaged PolyGlot book names what mends it.
printf 'e2e4 e7e5\nd2d4 d7d5\n' >book.txt
tabia convert -q book.txt book.bin
tail -c 32 book.bin >bad.bin
head -c 32 book.bin >>bad.bin
tabia info bad.bin || echo "status $?"
tabia convert bad.bin out.pgn || echo "status $?"
tabia convert -q -O repair bad.bin good.bin
cmp book.bin good.bin
