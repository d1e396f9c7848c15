tabia perft -d 21
