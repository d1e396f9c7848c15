# Without a player: a side, else the side of the book, else both.
fixture mygames.pgn
fixture repertoire.pgn
tabia review mygames.pgn --book repertoire.pgn --side black --top 1
tabia review mygames.pgn --book repertoire.pgn --top 1
# A book for White is used in games of White only.
printf '[Event "Mine"]\n[Orientation "white"]\n' >white.pgn
sed 1d repertoire.pgn >>white.pgn
tabia review mygames.pgn --book white.pgn --top 0
tabia review mygames.pgn --book white.pgn --player me --top 0
