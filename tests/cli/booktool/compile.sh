printf 'd2d4 g7g6 e2e4 f8g7 (Modern)\r\ne2e4 g7g6 d2d4\r\n# end\r\n' >book.txt
tabia booktool book.txt
ls
cat book.c
