printf 'e2e4 e7e5\nd2d4\n' >book.txt
tabia edit --print book.txt |
    sed 's/^  d4/  c4/; s/^  e5/&\n  c5 passive/' >text
tabia edit book.txt --apply text --dry-run
cat book.txt
tabia edit book.txt --apply text
cat book.txt
tabia edit --print book.txt | tabia edit book.txt --apply -
