fixture small.txt book.txt
tabia merge -q - book.txt -o - --to lines <book.txt
