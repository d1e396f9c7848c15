printf 'd2d4e7e6c2c4g8f6b1c3\nd2d4d7d5\n' >book.txt
echo 'c2c4e7e6d2d4 d2d4e7e6c2c4' >table.txt
tabia convert book.txt book.ama
tabia pick book.ama --moves "c4 e6 d4" || echo "status $?"
tabia pick book.ama --moves "c4 e6 d4" --transpositions table.txt --explain
