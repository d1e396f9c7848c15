fixture small.txt book.txt
tabia info --json book.txt | sed 's/"memory": [0-9]*/"memory": 0/'
