# Without weights the results decide, for each side its own.
fixture results.json book.json
tabia pick book.json --policy best
tabia pick book.json --policy best --moves e4
