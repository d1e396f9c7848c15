tabia perft --json -d 2 --divide --fen '8/8/8/8/8/k7/7p/K7 b - - 0 1' |
    sed -E 's/("seconds"|"nodes_per_second"): [0-9.e+-]+/\1: N/'
