fixture small.txt book.txt
printf 'e4 g6 d4\nh4\nzz\n' | tabia find book.txt --batch --json ||
    echo "status $?"
