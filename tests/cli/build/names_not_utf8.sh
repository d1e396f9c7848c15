# Names of files, players and events in any encoding: a store has all of them as
# UTF-8, each byte that is not taken as Windows-1252, and finds the files again.
latin() { printf "$@"; }
ids() {
    tabia find "$1" --samples --json | grep -oE '"id": *"[^"]*"' |
        cut -d'"' -f4 | sort -u
}
game() {
    latin '[Event "Caf\351"]\n[White "M\374ller"]\n[Black "%s"]\n' "$1"
    printf '[Result "1-0"]\n\n1. e4 %s 1-0\n' "$2"
}
file=$(latin 'M\374ller \200\303\251.pgn')
folder=$(latin 'caf\351')
mkdir -p "$folder" b
game Ann e5 >"$file"
game Bob c5 >"$folder/x.pgn"
game Cid e6 >b/x.pgn
player=$(latin 'm\374ller')
tabia build -q "$file" "$folder/x.pgn" b/x.pgn --player "$player" -o a.tabia
tabia verify a.tabia
tabia info a.tabia | sed 's/"xxh3":"[^"]*"/xxh3/g'


echo their games are found, here and in the files that are named
for id in $(ids a.tabia); do
    tabia show a.tabia --game "$id" | grep -c e4
    tabia show a.tabia --game "$id" --games "$file" --games "$folder/x.pgn" \
        --games b/x.pgn | grep -c e4
done

echo beside the store
mkdir there
cp -r a.tabia "$file" there
tabia show there/a.tabia --game "$(ids a.tabia | tail -n 1)" | grep -c e4

echo parts, and merging
for i in 1 2; do
    tabia build -q "$file" "$folder/x.pgn" b/x.pgn --player "$player" \
        --part $i/2 -o parts
done
tabia merge -q parts -o joined.tabia
cmp a.tabia joined.tabia
tabia merge -q a.tabia a.tabia -o both.tabia 2>/dev/null
tabia verify both.tabia
tabia info both.tabia | grep ^player
