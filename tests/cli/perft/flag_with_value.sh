tabia perft --divide=yes
