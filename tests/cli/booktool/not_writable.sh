printf 'e2e4\n' >book.txt
mkdir book.c
tabia booktool book.txt
