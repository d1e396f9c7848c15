tabia perft -qx
