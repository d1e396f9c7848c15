# How many games a packed file still holds depends on the packer.
fixture games.pgn
gzip -c games.pgn | head -c 300 >cut.pgn.gz
status=0
tabia build -q cut.pgn.gz -o x.bin 2>err || status=$?
grep -o 'the gz data is truncated' err
ls x.bin
exit $status
