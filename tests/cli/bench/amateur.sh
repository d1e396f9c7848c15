# The rows, not the times.
rows='amateur|amateur_whole|amateur_swaps|window_ratio|game_ratio'
tabia bench amateur --json --rounds 1 | grep -oE "^  \"($rows)\""
