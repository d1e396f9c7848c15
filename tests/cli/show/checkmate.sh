tabia show --moves "f3 e5 g4 Qh4"
