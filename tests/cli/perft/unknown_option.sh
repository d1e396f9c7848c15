tabia perft --dpeth=3
