tabia build "$TESTDATA/games.pgn" -o games.tabia --drop-duplicates 2>&1 |
    sed 's/, [0-9.]* s$//; s|^/.*/||'
tabia find games.tabia 2>/dev/null
tabia find games.tabia --moves 'e4 e5 Nf3' 2>/dev/null
