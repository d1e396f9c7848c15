tabia formats ct800-bin --json
