# The original keeps the castling right of a rook that a rook takes at home: the
# flags of that record are 35 (octal, 1D), by the rules of chess 25. Both are
# found again.
printf '1. a4 b5 2. axb5 a6 3. Rxa6 h6 4. Rxa8 h5\n' >book.txt
payload() { tail -c +89 "$1" | head -c -2; }
tabia bkc -quiet -noti92p -prefix same book.txt
tabia bkc -quiet -noti92p -prefix compat -compat book.txt
tabia bkc -quiet -noti92p -prefix chess -nocompat book.txt
cmp <(payload same1.89y) <(payload compat1.89y)
cmp -l <(payload same1.89y) <(payload chess1.89y) || true
for book in same1 chess1; do
    tabia check $book.89y
    tabia find $book.89y --moves 'a4 b5 axb5 a6 Rxa6 h6 Rxa8'
done
tabia convert -q book.txt black.89y -O side=black -O name=same1 -O compat
cmp same1.89y black.89y
tabia bkc -compat -nocompat book.txt 2>/dev/null || echo "status $?"
