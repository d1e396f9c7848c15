# Marked moves are not stored; without any other there is no book.
printf 'e2e4? e7e5?\n' >book.txt
tabia convert book.txt book.dat || echo "status $?"
tabia convert book.txt book.c || echo "status $?"
ls
