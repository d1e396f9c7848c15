tabia name --moves "e4 e4"
