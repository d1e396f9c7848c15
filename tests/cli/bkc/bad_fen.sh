printf '[FEN "8/8/8/8/8/8/8/K7 w - - 0 1"]\n1. Kb2\n' >book.txt
tabia bkc book.txt
