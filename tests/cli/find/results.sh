# Without weights the results decide: Black's wins count for Black.
fixture results.json book.json
tabia find book.json --moves e4
