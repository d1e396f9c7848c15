printf 'e2e4 e7e5 g1f3 b8c6\n' >mine.txt
tabia coverage mine.txt --against mine.txt
