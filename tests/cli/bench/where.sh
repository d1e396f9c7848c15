# The rows, not the times.
"$BENCH" where --quick --rounds 1 --json | grep -oE '^  "[a-z_]+"'
