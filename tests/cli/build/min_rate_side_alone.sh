# Whose moves --min-rate is for says nothing without it.
fixture games.pgn
tabia build -q games.pgn -o x.bin --min-rate-side white
