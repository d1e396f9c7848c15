printf '[D]Mate in 2\n4k3/8/8/8/8/8/4P3/4K3 w - - 5 39\n' >p.txt
printf '4k3/8/8/8/8/8/4P3/4K3 b - - 5 39\n' >>p.txt
tabia check p.txt
printf 'bad\n[D]x\n[D]x\n[D]x\n[D]x\n' >>p.txt
tabia check p.txt
