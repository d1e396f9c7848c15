# Told before the editor starts.
printf 'e2e4 e7e5\n' >book.txt
mkdir folder
EDITOR="touch started" tabia edit book.txt -o none/x.txt || echo "status $?"
EDITOR="touch started" tabia edit book.txt -o folder || echo "status $?"
ls
