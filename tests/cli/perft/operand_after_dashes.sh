tabia perft -- -d
