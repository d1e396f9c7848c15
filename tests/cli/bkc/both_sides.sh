# The files of both sides give the book again, as one game.
printf '1. e4 e5 2. Nf3 Nc6 3. Bb5\n1. d4 d5 2. c4\n1. e4 c5\n' >book.txt
tabia bkc -quiet -noti92p book.txt
tabia merge -q ticbook0.89y ticbook1.89y -o both.pgn
cat both.pgn
tabia convert -q book.txt text.pgn --from tichess
tabia diff both.pgn text.pgn && echo same
# Each line as a game needs no other starting positions either.
tabia merge ticbook1.89y ticbook0.89y -o - --to pgn -O shape=lines | grep '^1'
