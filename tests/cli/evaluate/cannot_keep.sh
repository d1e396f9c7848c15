# A format that cannot keep the values is refused before the first search.
. "$TESTDATA/../fake_engines/setup.sh"
printf '#!/bin/sh\ntouch "%s/started"\nexec "%s/good.sh"\n' "$PWD" "$engines" \
    >engine.sh
chmod +x engine.sh
tabia convert -q "$small" book.bin
cp book.bin before.bin
tabia evaluate book.bin -o out.bin --engine ./engine.sh || echo "status $?"
tabia evaluate -i book.bin --engine ./engine.sh --minimax --resume ||
    echo "status $?"
tabia evaluate book.bin -o out.pgn -a tree --engine ./engine.sh ||
    echo "status $?"
tabia evaluate book.bin -o out.epd --no-eval || echo "status $?"
cmp book.bin before.bin
ls
tabia evaluate -q book.bin -o out.bin --engine ./engine.sh --report -200 |
    wc -l
ls started
