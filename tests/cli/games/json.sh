printf '[Event "a"]\n\n1. e4 1-0\n\n[Event "b"]\n\n1. e5 0-1\n' >games.pgn
tabia games -q --json games.pgn
