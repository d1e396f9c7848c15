# Games without a known result are not draws, in whatever format.
printf 'e2e4 e7e5\nd2d4\n' >book.txt
tabia convert -q book.txt book.json
sed -i -e 's/"e2e4",/&"weight":3,"white":0,"draws":0,"black":0,"unknown":9,/' \
    -e 's/"d2d4",/&"weight":2,/' book.json
tabia convert -q book.json book.abk
tabia convert -q book.json book.ctg
for book in book.json book.abk book.ctg; do
    tabia find "$book"
done
tabia find --json book.abk | grep -o '"unknown": *[0-9]*'
tabia convert -q book.abk back.json
grep -o '"uci":.*' back.json
tabia tree book.abk
