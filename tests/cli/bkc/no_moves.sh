printf '// nothing\n' >book.txt
tabia bkc book.txt || echo $?
ls
