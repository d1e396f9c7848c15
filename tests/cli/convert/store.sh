fixture club.tabia
tabia convert club.tabia book.bin
tabia find book.bin
tabia convert club.tabia some.bin -O min-games=3
