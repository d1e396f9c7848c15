fixture small.txt book.txt
echo old >book.dat
tabia convert book.txt book.dat || echo "status $?"
cat book.dat
tabia convert -q --force book.txt book.dat
test "$(head -c 3 book.dat)" != old
