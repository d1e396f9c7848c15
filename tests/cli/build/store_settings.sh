# A store has no settings: none is accepted and ignored. Its suffix may be in
# capitals.
printf '[White "A"]\n\n1. d4 d5 1-0\n\n' >a.pgn
printf '[White "B"]\n\n1. e4 e5 1-0\n\n' >b.pgn
tabia build -q a.pgn -o a.tabia -O weight=games || echo $?
tabia build -q a.pgn -o A.TABIA
tabia build -q b.pgn -o b.tabia
tabia info A.TABIA | head -1
tabia merge -q A.TABIA b.tabia -o all.tabia -O weight=games || echo $?
[ ! -e all.tabia ]
tabia merge -q A.TABIA b.tabia -o all.tabia
