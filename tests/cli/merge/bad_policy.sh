fixture small.txt book.txt
tabia merge --policy some book.txt -o both.json
