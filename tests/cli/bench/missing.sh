"$BENCH" book --book none.txt
