# With --method or --fen it is a book like any other: positions count.
printf 'd2d4e7e6c2c4g8f6\n' >book.txt
tabia convert book.txt book.ama
tabia pick book.ama --method first --moves "c4 e6 d4"
