printf '1. e5\n1. d5\n' >book.txt
tabia bkc book.txt
