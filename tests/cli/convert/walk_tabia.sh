# A store of later moves: its positions are not joined to where games began.
fixture club.pgn
printf '[Event "?"]\n\n1. e4 e5 2. Nf3 Nc6 *\n' >game.pgn
tabia build -q club.pgn -o late.tabia --min-ply 3
for walk in known near bridge; do
    echo "walk $walk"
    tabia convert late.tabia $walk.epd -O "walk=$walk" 2>&1 | grep -v lost
done
echo 'usual, and with the positions of a game'
tabia convert late.tabia start.epd --allow-empty 2>&1
tabia convert late.tabia game.epd -O positions=game.pgn 2>&1 | grep -v lost
cat game.epd
