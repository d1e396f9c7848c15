# A sequence needs no point after its first number at the beginning, and none
# at all after a FEN with Black to move.
printf '1 e4 e5 2. Nf3\n1. d4 d5\n' >book.txt
printf '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 5 39"]\nKd7 2. Kd2\n' >>book.txt
tabia bkc -noti92p -log book.txt
cat bkclog.txt
# What is dropped is an error.
printf '1. e4 e5 1-0 2. Nf3\n1. d4 d5\n' >result.txt
tabia bkc -noti92p -prefix result result.txt || echo "status $?"
tabia bkc -noti92p -prefix result -nostop result.txt || echo "status $?"
ls
