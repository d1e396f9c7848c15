tabia show --fen '4k3/P7/8/8/8/8/8/4K3 w' --moves 'a8=Q+'
