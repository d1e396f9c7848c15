# A byte order mark is no move; a NUL does not end a line.
printf 'e2e4 e7e5\n' >book.txt
printf '\357\273\277e4\ne4\0 d5\ne4\r\n' >positions
tabia find book.txt --batch <positions || echo "status $?"
tabia find book.txt --batch --json <positions
