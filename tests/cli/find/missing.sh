tabia find none.txt
