# Fool's mate and a stalemate: nothing to count.
mate='rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'
tabia perft -q -d 3 --fen "$mate" --divide
tabia perft -q -d 3 --fen '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' --threads 2
