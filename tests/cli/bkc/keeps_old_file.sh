printf '1. e5\n' >book.txt
echo old >ticbook0.89y
tabia bkc book.txt || cat ticbook0.89y
