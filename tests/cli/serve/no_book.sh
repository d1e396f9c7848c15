tabia serve --port 0 nosuch.pgn
