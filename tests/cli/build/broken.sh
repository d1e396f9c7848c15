# Games that cannot be read are status 1, and never cost a good file.
printf '[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n\n' >games.pgn
printf '\177ELF\2\1\1\n' >program
tabia build -q games.pgn -o live.tabia
tabia build -q games.pgn -o live.bin
cksum live.* >before
for out in live.tabia live.bin live.json; do
    tabia build program -o $out --force || echo "status $?"
done
cksum live.* | cmp - before
ls

echo "# a good game beside a broken one"
cat games.pgn program >mixed.pgn
tabia build -q mixed.pgn -o mixed.bin || echo "status $?"
tabia find -q mixed.bin
mkdir parts
tabia build -q --part 1/1 --to polyglot mixed.pgn -o parts && echo "status $?"
tabia merge -q parts -o joined.bin --to polyglot || echo "status $?"
cmp mixed.bin joined.bin

echo "# an empty store in place of a good one, when asked"
tabia build -q --where 'White = "Nobody"' games.pgn -o live.tabia --force ||
    echo "status $?"
tabia build -q --where 'White = "Nobody"' games.pgn -o live.tabia --force \
    --allow-empty
tabia info live.tabia | grep games
tabia merge live.tabia -o other.tabia || echo "status $?"
