fen='rnbqkbnr/qqqqqqqq/8/8/8/8/QQQQQQQQ/RNBQKBNR w KQkq - 0 1'
printf '1. e4\n[FEN "%s"]\n1. Nc3\n' "$fen" >book.txt
tabia bkc book.txt || echo $?
ls
