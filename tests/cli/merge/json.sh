fixture small.txt book.txt
tabia merge -q --json book.txt book.txt -o both.json
