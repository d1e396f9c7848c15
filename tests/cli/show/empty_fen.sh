tabia show --fen ''
