# The file may know less castling than the position, not more.
printf '[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]\n1. Rh7\n' >less.txt
tabia bkc -quiet -noti92p less.txt
tabia find ticbook0.89y --fen "4k3/8/8/8/8/8/8/4K2R w K - 0 5"
printf '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n1. Rh7\n' >more.txt
tabia bkc -quiet -noti92p -prefix more more.txt
tabia find more0.89y --fen "4k3/8/8/8/8/8/8/4K2R w - - 0 5" || echo "status $?"
