tabia perft --unknown
