tabia show --moves "e4 e5 Nf6"
