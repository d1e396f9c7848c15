tabia games
