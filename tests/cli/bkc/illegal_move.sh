printf '1. e4 e5\n1. d4 d5 2. Nf4\n' >book.txt
tabia bkc book.txt || echo $?
ls
