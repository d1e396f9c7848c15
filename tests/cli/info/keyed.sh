# The rows of a keyed file are counted; --deep, or a setting of the walk, looks
# at the positions behind them.
fixture small.txt book.txt
tabia convert -q book.txt book.bin
tabia convert -q book.txt book.dat
tabia info book.bin
tabia info book.dat | head -n 4
tabia info --json book.bin
tabia info --deep book.bin | head -n 9
tabia info -O walk=start book.bin | head -n 5
tabia info --deep --json book.bin | grep depth
