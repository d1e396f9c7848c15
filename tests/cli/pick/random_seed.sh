fixture small.txt book.txt
# Without a seed the system gives one, which repeats the choice.
seed=$(tabia pick book.txt -v 2>&1 >first | sed -n 's/^seed //p')
tabia pick book.txt --seed "$seed" >second
cmp first second
