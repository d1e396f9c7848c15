tabia show --json --fen '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'
tabia show --json --fen 'k7/8/1K6/8/8/8/8/7R b - - 0 1'
