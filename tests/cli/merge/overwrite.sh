fixture small.txt book.txt
echo old >both.dat
tabia merge book.txt book.txt -o both.dat || echo "status $?"
cat both.dat
