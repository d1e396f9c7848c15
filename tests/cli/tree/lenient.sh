# What is whole of a broken file is shown, by every verb that only reads.
printf '[Event "A"]\n\n1. e4 e5 (1... c5) *\n\n' >broken.pgn
printf '[Event "B"]\n\n1. d4 Ke3 *\n' >>broken.pgn
tabia tree --lenient broken.pgn
tabia find -q --lenient broken.pgn --moves e4
tabia pick -q --lenient broken.pgn
tabia info -q --lenient broken.pgn | sed -n 's,^moves  *,moves ,p'
tabia coverage -q --lenient broken.pgn --side black | sed -n '/^soonest/p'
tabia diff -q --lenient broken.pgn broken.pgn
