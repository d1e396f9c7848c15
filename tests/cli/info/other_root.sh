fixture weights.json book.json
# A position that the start of the game does not lead to.
tabia info book.json | sed 's/^\(memory  *\)[0-9]*$/\1N/'
