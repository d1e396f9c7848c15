fixture small.txt book.txt
echo "e2e4 c7c5" >other.txt
tabia merge --strict book.txt other.txt -o both.dat || echo "status $?"
ls
