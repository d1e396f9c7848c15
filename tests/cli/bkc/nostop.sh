printf '1. e4 e5\n1. d4 d5 2. Nf4\n1. c4 x\n1. b3\n' >book.txt
tabia bkc -nostop -noti92p book.txt || echo $?
ls
