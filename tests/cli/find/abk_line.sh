# An Arena book is followed along the moves. Where it has no such line, the
# position is searched for.
printf 'e2e4 e7e5 g1f3 b8c6\n' >lines.txt
tabia convert -q lines.txt book.abk
tabia find book.abk
tabia find book.abk --moves "e4 e5 Nf3"
tabia find book.abk --moves "Nf3 e5 e4"
tabia find book.abk --moves "Nf3 e5 d4"
