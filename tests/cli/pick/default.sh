tabia pick --seed 1 --method first --moves "e4 e5 Nf3" | head -n 1
