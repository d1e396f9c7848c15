# Searched in the file: an index of positions finds transpositions too.
printf 'd2d4e7e6c2c4g8f6\n' >book.txt
tabia convert -q book.txt book.ama
tabia find --table book.ama --moves "c4 e6 d4"
tabia convert -q book.txt book.spr -O offsets
tabia find --table book.spr --moves "c4 e6 d4"
