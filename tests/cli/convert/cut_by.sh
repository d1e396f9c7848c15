# A limit that cuts something is named.
printf 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6\ng1f3 b8c6 e2e4 e7e5\n' >book.txt
for format in abk obk; do
    tabia convert book.txt x.$format -O $format.max-nodes=0 2>&1 | grep lost
done
tabia convert book.txt x.json --fold --expand --max-nodes 1 2>&1 | grep cut
