# The built-in book knows the names of openings.
tabia find --moves "e4 e5 Nf3 Nc6" | grep -o 'C60 Ruy Lopez'
