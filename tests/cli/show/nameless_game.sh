# A game without the names of its players is found in its file too.
printf '[Event "x"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n' >nameless.pgn
tabia build -q nameless.pgn -o nameless.tabia
id=$(tabia find nameless.tabia --samples --json |
    sed -n 's/.*"id": "\([^"]*\)".*/\1/p' | head -n 1)
tabia show nameless.tabia --game "$id"
