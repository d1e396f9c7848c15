fixture weights.json book.json
# The book itself names the side to practise.
tabia check --conflicts book.json
