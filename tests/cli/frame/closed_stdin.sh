tabia perft -q -d 1 <&-
