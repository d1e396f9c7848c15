printf '1. e4 e5\n' >book.txt
tabia bkc -parse book.txt
ls
