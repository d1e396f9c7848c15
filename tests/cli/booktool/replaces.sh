printf 'e2e4\n' >book.txt
echo old >book.c
tabia booktool book.txt >/dev/null
grep -c old book.c || true
