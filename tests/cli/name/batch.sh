printf 'e4 c5\n8/8/8/8/8/8/8/K1k5 w - -\n\nd4 d5 c4\n' >positions
tabia name --batch <positions || echo "status $?"
tabia name --batch --json <positions || echo "status $?"
tabia name --batch --moves e4 <positions
