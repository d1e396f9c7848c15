tabia perft -d 3 extra
