tabia bkc -prefix
