# The command cannot be started: no rows, and no process is left waiting.
"$BENCH" serve --tabia ./none
