fixture weights.json book.json
tabia check --reach book.json
