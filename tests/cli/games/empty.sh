: >games.pgn
tabia games -q games.pgn
