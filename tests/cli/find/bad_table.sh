# A table by position is checked as a whole when it is opened.
printf 'BOO!\2\0\0\0\0\0\0\0\214\344\313\333' >bad.obk # e2e5, d2d4
tabia find --table bad.obk \
    --fen "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
