fixture small.txt book.txt
tabia merge book.txt none.txt -o both.json || echo "status $?"
ls
