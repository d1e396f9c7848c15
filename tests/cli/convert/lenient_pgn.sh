# Broken games are left out as a whole; the others make the book.
printf '1. e4 e5 *\n1. d4 e5 2. dxe6 *\n1. c4 (1. b4) *\n' >games.pgn
tabia convert games.pgn - --to lines || echo "$?"
tabia convert --lenient games.pgn - --to lines
