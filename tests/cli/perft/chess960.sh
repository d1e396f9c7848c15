# Castling is spelt king takes rook.
tabia perft -q -d 1 --divide --fen '1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1'
