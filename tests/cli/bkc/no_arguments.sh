tabia bkc
