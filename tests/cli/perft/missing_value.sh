tabia perft -q --depth
