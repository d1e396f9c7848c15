# A game of a packed file is the same text as in the plain one.
fixture club.pgn
gzip -k club.pgn
for file in club.pgn club.pgn.gz; do
    tabia build -q $file -o $file.tabia
    tabia show $file.tabia --game 38O7KUcY >$file.game
done
rm club.pgn
tabia show club.pgn.gz.tabia --game 38O7KUcY | head -2
cmp club.pgn.game club.pgn.gz.game && echo same
