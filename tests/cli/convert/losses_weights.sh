fixture weights.json book.json
# Weights, results and the rest have no place in lines.
tabia convert book.json - --to lines
