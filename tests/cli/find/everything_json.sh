fixture weights.json book.json
tabia find book.json --json
