# What would be counted twice is warned of, and refused with --strict.
tail_out() { sed -E 's/, [0-9.]+ s$//; s|^/.*/||'; }
head -10 "$TESTDATA/games.pgn" >a.pgn
cp a.pgn b.pgn
sed 's/Ann/Eve/' a.pgn >c.pgn # of the same size
tabia build a.pgn c.pgn b.pgn -o x.tabia 2>&1 | tail_out
tabia build a.pgn ./a.pgn -o x.bin 2>&1 | tail_out
tabia build --strict a.pgn b.pgn -o y.tabia || echo "status $?"
tabia build --drop-duplicates a.pgn b.pgn -o y.bin 2>&1 | tail_out

echo stores
tabia build -q a.pgn c.pgn -o ac.tabia
tabia build -q b.pgn -o b.tabia
tabia build -q c.pgn -o c.tabia
tabia build -q c.pgn -o short.tabia --max-ply 1
tabia merge b.tabia short.tabia -o bs.tabia 2>&1 || echo "status $?"
tabia merge b.tabia c.tabia -o bc.tabia 2>&1
tabia merge ac.tabia bc.tabia -o acbc.tabia 2>&1
tabia merge --strict ac.tabia b.tabia -o acb.tabia || echo "status $?"
tabia merge --strict b.tabia b.tabia -o bb.tabia || echo "status $?"
tabia merge -q b.tabia b.tabia -o bb.tabia
ls
