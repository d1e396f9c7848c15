printf 'e2e4 e7e5\n' >book.txt
tabia edit --print book.txt >text
tabia edit book.txt --apply text -o copy.txt
tabia edit book.txt --apply text -o copy.txt || echo "status $?"
tabia edit - --apply text <book.txt || echo "status $?"
cat copy.txt
