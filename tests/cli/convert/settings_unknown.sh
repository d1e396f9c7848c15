# Neither format knows it.
printf 'e2e4 e7e5\n' >book.txt
tabia convert book.txt book.json --from lines -O note-base=0
