tabia bkc nothing.txt
