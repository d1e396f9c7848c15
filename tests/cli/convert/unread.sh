# Whoever reads only the beginning is not told that the pipe is broken.
tabia convert -q "$TESTDATA/../../data/openings.txt" - --to pgn | head -n 1
printf 'e2e4 e7e5\n' >book.txt
tabia convert -q book.txt - --to pgn >/dev/full || echo "status $?"
