# What is no position is told from what has no name.
printf 'zz\ne4 e4\n8/8 w - -\n8/8/8/8/8/8/8/K1k5 w - -\n' >positions
tabia name --batch <positions 2>/dev/null || echo "status $?"
tabia name --batch --json <positions
