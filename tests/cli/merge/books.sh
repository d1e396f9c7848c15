fixture small.txt book.txt
printf 'e2e4 c7c5 g1f3\n' >other.txt
tabia merge book.txt other.txt -o both.json
tabia tree both.json -d 3
