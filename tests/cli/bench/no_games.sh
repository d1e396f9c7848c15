echo '[Event "a"]' >games.pgn
tabia bench core --rounds 100 -q --games games.pgn
