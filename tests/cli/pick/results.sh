# Without weights the results decide, for each side its own.
fixture results.json book.json
tabia pick book.json --method best
tabia pick book.json --method best --moves e4
