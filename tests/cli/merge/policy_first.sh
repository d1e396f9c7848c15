# Positions of the first book get no moves of the second.
printf 'e2e4 e7e5\n' >a.txt
printf 'e2e4 c7c5\nd2d4\ne2e4 e7e5 g1f3\n' >b.txt
tabia merge --policy first a.txt b.txt -o - --to lines
tabia convert -q a.txt a.bin
tabia convert -q b.txt b.bin
tabia merge -q --policy first a.bin b.bin -o both.bin
tabia convert -q both.bin - --to lines
