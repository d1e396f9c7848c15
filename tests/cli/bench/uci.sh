# The rows, not the times.
tabia bench uci -q --quick --json | grep -oE '^  "uci_line[a-z0-9_]*"'
