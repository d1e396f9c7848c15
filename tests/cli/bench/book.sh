# The rows, not the times.
rows='positions|memory|insert|find|probe|compile|plies_per_second'
tabia bench book -q --json --rounds 1 | grep -oE "^  \"($rows)\""
