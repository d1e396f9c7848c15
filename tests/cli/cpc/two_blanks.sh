# More than one blank in a FEN is taken, as by the original, with a warning.
printf '[D]Draw?\n4k3/8/8/8/8/8/4P3/4K3  w - - 5 39\n' >two.txt
printf '[D]Draw?\n4k3/8/8/8/8/8/4P3/4K3 w - - 5 39\n' >one.txt
tabia cpc -noti92p -prefix two two.txt
tabia cpc -quiet -noti92p -prefix two -folder tict -offset 1 one.txt
cmp <(tail -c +89 two0.89y) <(tail -c +89 two1.89y)
