printf '1. e4\n' >book.txt
tabia bkc -prefix toolong8 book.txt || echo $?
tabia bkc -prefix 8short book.txt || echo $?
ls
