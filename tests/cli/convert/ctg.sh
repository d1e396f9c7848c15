printf 'e2e4 e7e5 g1f3\ne2e4 c7c5\nd2d4?\n' >book.txt
tabia convert book.txt book.ctg --from ct800
ls book.*
tabia find book.ctg
tabia find book.ctg --moves "e4"
tabia convert book.ctg book.json -q
tabia convert book.json again.ctg -q
tabia convert again.ctg again.json -q
cmp book.json again.json
rm again.cto
tabia info again.ctg || echo "status $?"
tabia convert book.txt - --to ctg --from ct800 || echo "status $?"
