# -O reaches the format that has the setting, by its name or in full.
fixture small.txt book.txt
first() { tabia convert -q --force book.txt b.bin --from ct800 "$@" &&
    od -An -tx1 -N 16 b.bin; }
first
first -O header
first -O polyglot.header
first -O header=yes -O header=no
first -O weight=uniform -O polyglot.weight=score -O weight=uniform | tail -n 1
tabia convert -q book.txt b.abk --from ct800
tabia convert -q b.abk b.pgn -O pgn.shape=lines -O abk.results=mover
grep -c '^1\.' b.pgn
# Both formats have a setting of this name, and they differ.
tabia merge b.abk b.pgn -o c.bin -O results=mover || echo "status $?"
tabia merge b.abk b.pgn -o c.bin -O abk.results=mover
