# Two forms of one real book.
a=$(shared abk/Perfect2021.abk) || exit
b=$(shared polyglot/Perfect2021.bin) || exit
cp "$a" a.abk
cp "$b" b.bin
tabia diff --json a.abk b.bin >all || tail -n 13 all
