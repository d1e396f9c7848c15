# A store names its inputs without their folders: the same files give the same
# bytes wherever they lie, and equal names get the folders that tell them apart.
names() {
    tabia info --json "$1" | tr -d '\n' | grep -oE '"name":"[^"]*"' ||
        true
}
build() { tabia build -q "$@" 2>/dev/null; }
game() { printf '[White "%s"]\n[Result "1-0"]\n\n1. e4 %s 1-0\n' "$1" "$2"; }

mkdir -p here/a here/b/a private
game Ann e5 >here/x.pgn
game Bob c5 >here/a/x.pgn
game Cid e6 >here/b/a/x.pgn
game Dan c6 >here/y.pgn
(cd here && build x.pgn y.pgn -o ../one.tabia)
build here/x.pgn "$PWD/here/../here/y.pgn" -o two.tabia
cmp one.tabia two.tabia && names two.tabia

echo equal names
(cd here && build x.pgn a/x.pgn b/a/x.pgn y.pgn -o ../three.tabia)
cp -r here private
build "$PWD"/private/here/{x.pgn,a/x.pgn,b/a/x.pgn,y.pgn} -o four.tabia
cmp three.tabia four.tabia && names four.tabia

echo parts and slices
for i in 1 2; do
    build here/{x.pgn,a/x.pgn,b/a/x.pgn,y.pgn} --part $i/2 -o parts
done
tabia merge -q --slice 1/1 parts -o parts
tabia merge -q parts -o five.tabia
cmp three.tabia five.tabia && names five.tabia

echo games are found by these names
ids=$(tabia find four.tabia --samples --json | grep -oE '"id": *"[^"]*"' |
    cut -d'"' -f4 | sort -u)
for id in $ids; do
    tabia show four.tabia --game "$id" \
        --games here/x.pgn --games here/a/x.pgn --games here/b/a/x.pgn \
        --games here/y.pgn | grep -E 'White|e4'
done | sort
tabia show four.tabia --game "${ids%%$'\n'*}" --games z.pgn 2>/dev/null ||
    echo "status $?"
cp four.tabia here
tabia show here/four.tabia --game "${ids%%$'\n'*}" | grep -c White
