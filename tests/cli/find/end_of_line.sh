# A name, but no moves.
printf 'e2e4 e7e5 g1f3 b8c6 f1b5 (C60 Ruy Lopez)\n' >book.txt
tabia find book.txt --moves "e4 e5 Nf3 Nc6 Bb5"
