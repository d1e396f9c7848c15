# Without a book it is the one that comes with tabia.
tabia sizes | grep -c amateur
