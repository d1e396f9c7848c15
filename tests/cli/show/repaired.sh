# No rook on a1 and no pawn that could have moved two squares.
tabia show --fen '4k3/8/8/8/8/8/8/4K2R w KQkq e6'
