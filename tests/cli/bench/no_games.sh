echo '[Event "a"]' >games.pgn
tabia bench core --rounds 1 --quick -q --games games.pgn
