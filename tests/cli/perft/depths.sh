for depth in 0 1 2 3 4; do
    tabia perft -q -d $depth
done
