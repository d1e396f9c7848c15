# What --print writes is for --apply; it is recognised where a book is expected.
fixture small.txt
fixture club.pgn
for book in small.txt club.pgn; do
    tabia edit --print $book >edit.txt
    tabia info edit.txt || echo "status $?"
done
