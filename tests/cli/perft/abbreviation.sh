tabia perft --dep 3
