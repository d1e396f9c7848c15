# A mate that was played is a win: its evaluation, a mate in 0, is that of the
# side to move, which has lost.
printf '[Event "x"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3 *\n' >book.pgn
printf '[White "me"]\n[Black "you"]\n[Result "1-0"]\n\n%s\n' \
    '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0' >games.pgn
printf '[Event "x"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3 {%s} (%s) *\n' \
    '[%eval 0.00]' '4. Qxf7# {[%eval #0]}' >evals.pgn
tabia review games.pgn --book book.pgn --player me --against evals.pgn
