tabia perft -q --divide --depth=4
