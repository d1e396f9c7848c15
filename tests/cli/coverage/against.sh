# Black answers e5 and c5 alike, and never e6.
printf 'e2e4 e7e5 g1f3\n' >mine.txt
printf 'e2e4 e7e5\ne2e4 c7c5\ne2e4 e7e6?\n' >theirs.txt
tabia coverage mine.txt --against theirs.txt --side white
tabia coverage mine.txt --against theirs.txt --side white --json
