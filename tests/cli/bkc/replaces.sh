printf '1. e4\n' >book.txt
echo old >ticbook0.89y
tabia bkc -noti92p -noblack book.txt
head -c 8 ticbook0.89y
