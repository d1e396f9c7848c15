fixture small.txt book.txt
cp book.txt same.txt
tabia diff book.txt same.txt
