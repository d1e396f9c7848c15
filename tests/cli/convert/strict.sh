fixture small.txt book.txt
# Nothing is written, and what was there stays.
echo old >book.dat
tabia convert --strict --force book.txt book.dat || echo "status $?"
cat book.dat
ls
