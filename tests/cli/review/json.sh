# All facts, with every game; nothing depends on the number of threads.
fixture mygames.pgn
fixture repertoire.pgn
tabia review mygames.pgn --book repertoire.pgn --player me --json --games |
    tee out
tabia review mygames.pgn --book repertoire.pgn --player me --json --games \
    --threads 1 | cmp - out
