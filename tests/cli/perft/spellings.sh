# All of these are depth 2, without words.
tabia perft -q -d 2
tabia perft -qd2
tabia perft -d2 -q
tabia perft --depth 2 --quiet
tabia perft --depth=2 --quiet --
tabia perft -d 7 -q -d 2
