# The rows, not the times.
"$BENCH" uci -q --quick --json | grep -oE '^  "uci_line[a-z0-9_]*"'
