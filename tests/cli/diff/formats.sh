fixture small.txt book.txt
# The compiled book lost the marks, names and texts, and nothing else.
tabia convert -q book.txt book.dat
tabia diff -q --ignore mark,name,eco,texts book.txt book.dat
