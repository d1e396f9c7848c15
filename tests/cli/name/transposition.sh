tabia name --moves "c4 d5 d4"
