# The games of stores add up in a book, as they do in a store of both.
game() { printf '[Result "%s"]\n\n1. %s %s\n\n' "$2" "$1" "$2"; }
{ game 'e4 e5' 1-0 && game 'd4 d5' 1-0 && game 'd4 d5' 0-1; } >one.pgn
{ game 'e4 e5' 0-1 && game 'e4 c5' 1-0; } >two.pgn
tabia build -q one.pgn -o one.tabia
tabia build -q two.pgn -o two.tabia
tabia merge -q one.tabia two.tabia -o both.tabia
tabia convert -q both.tabia want.bin
tabia merge one.tabia two.tabia -o both.bin
cmp want.bin both.bin
tabia merge -q one.tabia two.tabia -o both.json
tabia find both.json | cut -c1-30

echo a book among them, whose weights are its own
printf 'd2d4\nc2c4\n' | tabia convert -q - book.json --to json
sed -i 's/"uci":"d2d4"/&,"weight":100/; s/"uci":"c2c4"/&,"weight":2/' book.json
tabia merge one.tabia book.json two.tabia -o all.json
tabia find all.json | cut -c1-30
tabia merge -q --policy sum one.tabia book.json two.tabia -o sum.json
tabia find sum.json | cut -c1-30
tabia merge -q --policy max one.tabia two.tabia -o max.json
tabia find max.json | cut -c1-30
