printf '1. e4 e5 2. Sf3 Sc6 3. Lb5\n' >book.txt
tabia bkc -ger -noti92p book.txt
tabia bkc -eng -noti92p book.txt
