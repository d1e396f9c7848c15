tabia perft --quiet
