echo '[Event "a"]' >games.pgn
"$BENCH" core --rounds 100 -q --games games.pgn
