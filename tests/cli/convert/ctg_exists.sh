# A part of the set that is in the way is named; nothing is written.
printf 'e2e4 e7e5\n' >book.txt
echo mine >a.cto
mkdir b.ctb
tabia convert book.txt a.ctg || echo "status $?"
tabia convert book.txt b.ctg || echo "status $?"
cat a.cto
ls
