fixture small.txt book.txt
printf 'e2e4 e7e5\n' >plain.txt
tabia convert --strict --from lines --to json plain.txt -o plain.json
test -s plain.json
