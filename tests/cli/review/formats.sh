# The same games, the same report: by a tree, by a keyed file, by a file that
# has the moves of one side only, and from a store of the games.
fixture mygames.pgn
fixture repertoire.pgn
report() {
    tabia review "$1" --book "$2" --player me --player 'me, too' --json \
        --games --side white | grep -v '\(pgn\|bin\)"'
}
report mygames.pgn repertoire.pgn >want
tabia convert -q repertoire.pgn -o all.bin
report mygames.pgn all.bin | diff want - && echo keyed
for line in '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4' \
    '1. e4 e5 2. Nf3 Nf6 3. Nxe5' \
    '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4'; do
    printf '[Result "1-0"]\n\n%s 1-0\n\n' "$line"
done >lines.pgn
tabia build -q lines.pgn -o white.bin --side white --min-games 1
# The replies to 2.Nf3 are not in it, but it is seen to answer some.
tabia review mygames.pgn --book white.bin --player me --player 'me, too' \
    --side white
tabia build -q mygames.pgn -o games.tabia
tabia review games.tabia --book repertoire.pgn --player me --player 'me, too' \
    --side white --games --top 0
# A store as the book: what was played before is what is wanted.
tabia review mygames.pgn --book games.tabia --player me --top 0
# Standard input, compressed.
gzip -c mygames.pgn | tabia review - --book repertoire.pgn --player me --top 0
