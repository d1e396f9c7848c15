# Knights that go home and out again: the walk ends nevertheless.
printf 'g1f3 g8f6 f3g1 f6g8\n' >mine.txt
tabia coverage mine.txt --against mine.txt --side white --by-ply | wc -l
