fixture small.txt book.txt
tabia find -q book.txt --json --moves h4
