fixture club.tabia
tabia convert club.tabia book.bin
tabia find book.bin
tabia convert club.tabia some.bin --read-games 3
