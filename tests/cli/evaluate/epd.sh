# An EPD has no coordinates: none are made, none are lost. Its positions are
# reported by their FENs.
. "$TESTDATA/../fake_engines/setup.sh"
cat >in.epd <<'END'
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -
END
tabia evaluate in.epd -o out.epd --engine "$engines/good.sh" --report -1000
cat out.epd
