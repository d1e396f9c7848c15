# A game that cannot be read, a damaged file, and files that stay as they were.
fixture repertoire.pgn
printf '[Event "a"]\n\n1. e4 e5 2. Ke3 *\n\n[Event "b"]\n\n1. e4 e6 *\n' >g.pgn
status=0
tabia review g.pgn --book repertoire.pgn --side white || status=$?
echo "status $status"
echo old >out.pgn
tabia review g.pgn --book repertoire.pgn -o out.pgn || echo "status $?"
tabia review nowhere.pgn -o new.pgn || echo "status $?"
tabia review g.pgn --where 'Elo >' || echo "status $?"
tabia review g.pgn --book - - </dev/null || echo "status $?"
tabia review g.pgn --deck x.epd -o x.epd || echo "status $?"
tabia review || echo "status $?"
cat out.pgn
ls
