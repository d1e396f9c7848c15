# The rows, not the times.
printf 'e2e4 e7e5 g1f3 b8c6 f1b5\nd2d4 d7d5 c2c4 e7e6 b1c3\n' >lines.txt
rows='amateur|amateur_whole|amateur_swaps|window_ratio|game_ratio'
"$BENCH" amateur --json --rounds 1 --book lines.txt |
    grep -oE "^  \"($rows)\""
