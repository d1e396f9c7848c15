printf 'e2e4? e7e5\ne2e4 c7c5x\n' >book.txt
tabia booktool -v book.txt
tabia booktool book.txt -v
