printf 'e2e4 e7e5 g1f3 b8c6 f1b5\ne2e4 c7c5 g1f3\n' >mine.txt
tabia coverage mine.txt --side white --top 5
