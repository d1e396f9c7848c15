fixture canvas.txt book.txt
tabia draw book.txt -o out.svg --moves a3
