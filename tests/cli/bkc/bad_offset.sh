tabia bkc -offset 10 x.txt
