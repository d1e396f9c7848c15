printf 'e2e4 g7g6 d2d4 f8g7\nd2d4 g7g6 e2e4 f8g7\n' >book.txt
tabia tree book.txt --json | grep joins
