fixture small.txt book.txt
printf 'e2e4 c7c5\nd2d4 d7d5\n' >other.txt
printf 'e4\nd4\n' | tabia find book.txt other.txt --batch
