tabia tree --depth 2 --moves "e4 e5 Nf3 Nc6 Bb5" | head -n 1
