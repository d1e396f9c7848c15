# Whoever reads only the beginning is not told that the pipe is broken.
book=$TESTDATA/../../data/openings.txt
tabia convert -q "$book" - --to pgn | head -n 1
tabia edit --print "$book" | head -n 1 | cut -c 1-18
tabia convert -q "$book" - --to pgn >/dev/full || echo "status $?"
