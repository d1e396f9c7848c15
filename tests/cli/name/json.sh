tabia name --json --all --moves "e4 e5 Nf3"
