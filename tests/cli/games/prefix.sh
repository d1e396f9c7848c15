printf '1. e4 Ke3 *\n' >games.pgn
tabia games -q --prefix games.pgn
