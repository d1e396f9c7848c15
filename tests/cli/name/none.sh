tabia name --fen "8/8/8/8/8/8/8/K1k5 w - -"
