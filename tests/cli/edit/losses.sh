printf 'e2e4 e7e5\n' >book.txt
tabia edit --print book.txt | sed 's/^  e5/& weight 7/' >text
tabia edit book.txt --apply text --strict || echo "status $?"
tabia edit book.txt --apply text
cat book.txt
