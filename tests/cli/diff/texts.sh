# Texts of the whole book and tags of games are compared.
printf '[Event "A"]\n[Annotator "x"]\n[White "W"]\n\n1. e4 *\n' >a.pgn
printf '[Event "B"]\n[Orientation "black"]\n[White "V"]\n\n1. e4 1-0\n' >b.pgn
tabia diff a.pgn b.pgn || echo "status $?"
tabia diff --json a.pgn b.pgn || echo "status $?"
tabia diff --ignore tags,texts a.pgn b.pgn
tabia diff -q --ignore tags a.pgn b.pgn || echo "status $?"
