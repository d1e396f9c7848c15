# --from is about the book, not about the other one.
printf 'e2e4 e7e5 g1f3\n' >mine.txt
printf 'e2e4 e7e5\ne2e4 c7c5\n' >theirs.txt
tabia convert -q theirs.txt theirs.bin
tabia coverage mine.txt --from ct800 --against theirs.bin --side white |
    grep c5
tabia coverage - --against - <mine.txt
