fixture weights.json book.json
tabia tree book.json
