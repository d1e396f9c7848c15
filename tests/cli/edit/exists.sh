# Told before the editor starts.
printf 'e2e4 e7e5\n' >book.txt
touch other.txt
EDITOR="touch started" tabia edit book.txt -o other.txt || echo "status $?"
tabia draw book.txt -o other.txt -p svg || echo "status $?"
[ ! -e started ]
