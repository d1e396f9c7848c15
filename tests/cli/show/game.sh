# The file of the games is looked for beside the store as well.
fixture club.tabia
fixture club.pgn
tabia show club.tabia --game 38O7KUcY
tabia show club.tabia --game 00000000 || echo "$?"
sed -i 's/Borges/Burges/' club.pgn
tabia show club.tabia --game 38O7KUcY || echo "$?"
rm club.pgn
tabia show club.tabia --game 38O7KUcY || echo "$?"
