fixture small.txt book.txt
# Through the lossless format and back.
tabia convert -q book.txt book.json
tabia convert -q book.json again.txt --to ct800
cat again.txt
tabia diff book.txt again.txt
