tabia tree --depth 0
