# A text of several lines keeps them, and so do the differences of two.
printf '# first\n# second\n\n# last\ne2e4 e7e5\n' >a.txt
printf '# first\n# other\ne2e4 e7e5\n' >b.txt
tabia info a.txt | head -n 4
tabia diff a.txt b.txt | head -n 2
for book in a b; do
    tabia convert -q $book.txt $book.json
done
tabia diff a.json b.json | head -n 2
