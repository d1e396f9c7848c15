# An entry after 1.a3 h6 is met with the help of a file of positions.
printf '%s\n' '[Event "?"]' '' '1. a3 h6 (1... a6) *' >games.pgn
printf '%s\n' 'rnbqkbnr/ppppppp1/7p/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq -' \
    >positions.epd
printf '%s\n' 'rnbqkbnr/ppppppp1/7p/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - bm e4;' \
    >book.epd
tabia convert book.epd book.bin -q
tabia check book.bin
tabia check book.bin -O positions=positions.epd
tabia check book.bin -O positions=games.pgn
tabia check book.epd -O positions=games.pgn || echo "status $?"
