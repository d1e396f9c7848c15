# The loaded book only guesses 2.Bb5 in this position; the file itself has the
# answer to the one with colours swapped.
printf 'e2e3 e7e6 e3e4 d7d5\ne2e3 e7e5 f1b5? a7a6\n' >book.txt
tabia convert -q book.txt book.dat
tabia find -q book.dat --moves 'e3 e5'
tabia find -q --table book.dat --moves 'e3 e5'
tabia pick -q book.dat --moves 'e3 e5'
