# Depth 0 has no moves, depth 1 has one node below each.
tabia perft -q --divide -d 0
tabia perft -q --divide -d 1 --fen '8/8/8/8/8/k7/7p/K7 b - - 0 1'
