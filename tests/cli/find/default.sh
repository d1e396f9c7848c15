# Without a book the one that is built in answers.
tabia find --moves "e2e4 g7g6 d2d4" | grep f8g7 | cut -d' ' -f1
