fixture small.txt book.txt
tabia info book.txt | sed 's/^\(memory  *\)[0-9]*$/\1N/'
