fixture small.txt book.txt
tabia convert --json book.txt - --to lines
