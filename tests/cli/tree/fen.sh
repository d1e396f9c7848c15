fixture small.txt book.txt
board=rnbqkbnr/pppppp1p/6p1/8/3PP3/8/PPP2PPP/RNBQKBNR
tabia tree book.txt --fen "$board b KQkq - 0 2"
