# Two orders of moves to one position, with weights of their own.
printf 'BOO!\11\0\0\0\0\0\0\0' >book.obk
printf '\14\334\164\344\106\325\371\152' >>book.obk # e4 e5 Nf3 Nc6=25
printf '\106\325\164\344\114\334\271\352\363\153' >>book.obk # Nf3 e5 e4 ...
tabia find --table book.obk --moves "e4 e5 Nf3"
tabia find --table book.obk --moves "Nf3 e5 e4"
# By position both lines are one; a third order is in no line.
fen="rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -"
tabia find --table book.obk --fen "$fen"
printf 'd4 d5\n%s\n' "$fen" | tabia find --table --batch book.obk
tabia find --table -q book.obk --moves "Nf3 a6"
