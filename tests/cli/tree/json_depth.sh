# Where the text has three dots, and nowhere else, there is more.
printf '%s\n' 'e2e4 e7e5 g1f3' 'e2e4 c7c5' 'd2d4 d7d5 e2e4' \
    'e2e4 d7d5 d2d4 a7a6' >book.txt
tabia tree book.txt --depth 2
tabia tree book.txt --depth 2 --json | grep -e san -e more
tabia tree book.txt --depth 3 | tail -n 3
tabia tree book.txt --depth 3 --json | grep -B 2 -e more -e joins
