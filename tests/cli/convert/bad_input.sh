fixture small.txt book.txt
printf 'e2e4 e7e5\ne2e4 e7e4\n' >bad.txt
tabia convert bad.txt bad.dat || echo "status $?"
ls
