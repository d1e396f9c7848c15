tabia games -q nowhere.pgn
