fen='r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
tabia perft -q -d 4 --fen "$fen"
tabia perft -q -d 4 --fen "$fen" --threads 2
tabia perft -q -d 4 --fen "$fen" --threads 0
tabia perft -q -d 2 --fen "$fen" --divide --threads 3
