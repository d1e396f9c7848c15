printf 'e2e4? e7e5x\n' >book.txt
tabia booktool book.txt
