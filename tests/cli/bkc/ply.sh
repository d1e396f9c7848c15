printf '1. e4 e5 2. Nf3 Nc6\n' >book.txt
tabia bkc -ply 2 -noti92p book.txt
