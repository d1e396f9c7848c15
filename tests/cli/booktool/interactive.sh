printf 'e2e4\n' >book.txt
printf 'book.txt\r\n' | tabia booktool
ls
