fixture games.pgn
tabia build -q games.pgn -o games.tabia --max-ply 10 --by rating,month \
    --where 'Date >= 2020' 2>/dev/null
tabia info games.tabia 2>/dev/null | grep provenance
