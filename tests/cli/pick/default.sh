tabia pick --seed 1 --policy first --moves "e4 e5 Nf3" | head -n 1
