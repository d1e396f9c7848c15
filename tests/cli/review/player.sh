# Two names, a table of positions, every game, a PGN with comments and a deck.
fixture mygames.pgn
fixture repertoire.pgn
tabia review mygames.pgn --book repertoire.pgn --player me --player 'Me,Too' \
    --games -o reviewed.pgn --deck deck.epd
sed -n '/^1\./p' reviewed.pgn
cat deck.epd
# The deck is a book; the PGN can be read and has the same games.
tabia find deck.epd | head -3
tabia games -q reviewed.pgn | head -1
tabia review reviewed.pgn --book deck.epd --player me | head -3
# On standard output there is nothing else.
tabia review mygames.pgn --book repertoire.pgn --player me -o - |
    diff - <(tabia review mygames.pgn --book repertoire.pgn --player me -q \
        -o new.pgn >/dev/null && cat new.pgn)
tabia review mygames.pgn --book repertoire.pgn --player me --deck - | wc -l
