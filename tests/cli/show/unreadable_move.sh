tabia show --moves "1.e4 e5 2.?? Nf6"
