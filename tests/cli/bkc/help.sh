tabia bkc -help
