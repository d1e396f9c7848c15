# The rows, not the times: every position of the book is found.
printf 'e2e4 e7e5\nd2d4 d7d5 c2c4\n' >lines.txt
tabia convert -q lines.txt book.dat
"$BENCH" probe -q --quick --json --rounds 1 --book book.dat >rows
grep -oE '^  "[a-z_]+"' rows
grep -c '"value": 100' rows
