tabia name --all --moves "1. c4 d5 2. d4 e6 3. Nc3 h6 4. h3"
