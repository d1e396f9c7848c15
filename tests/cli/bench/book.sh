# The rows, not the times.
printf 'e2e4 e7e5 g1f3\nd2d4 d7d5\n' >lines.txt
printf '[Event "a"]\n\n1. e4 e5 *\n' >games.pgn
rows='positions|memory|insert|find|probe|compile|plies_per_second'
"$BENCH" book -q --json --rounds 1 --book lines.txt --games games.pgn |
    grep -oE "^  \"($rows)\""
