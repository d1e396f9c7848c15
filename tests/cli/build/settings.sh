# A PolyGlot book is counted from games, so its settings have no meaning.
fixture study.pgn
tabia build study.pgn -o book.bin -O header
