tabia bkc --help | head -n 1
