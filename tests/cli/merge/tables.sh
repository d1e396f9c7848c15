fixture small.txt book.txt
# By key, without loading; the same as merging the books.
printf 'e2e4 c7c5 g1f3\n' >other.txt
tabia convert -q book.txt a.dat
tabia convert -q other.txt b.dat
tabia merge a.dat b.dat -o by_key.dat
tabia find by_key.dat --table --moves e4
