tabia show --fen 'k7/8/1K6/8/8/8/8/7R b - - 0 1'
