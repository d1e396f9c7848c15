# Two forms of one real book.
a=$SHARED/data/abk/Perfect2021.abk b=$SHARED/data/polyglot/Perfect2021.bin
[ -n "$SHARED" ] && [ -f "$a" ] && [ -f "$b" ] || exit 77
cp "$a" a.abk
cp "$b" b.bin
tabia diff --json a.abk b.bin >all || tail -n 11 all
