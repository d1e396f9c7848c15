# A player is the same in UTF-8 and in Windows-1252, as tag and as option.
game() {
    printf '[White "%b"]\n[Black "B, C"]\n[Date "2020.01.01"]\n' "$1"
    printf '[Result "1-0"]\n\n1. e4 1-0\n\n'
}
{
    game 'M\xc3\xbcller, Karsten'
    game 'M\xfcller,Karsten'
    game 'Muller, Karsten'
} >games.pgn
tabia build -q games.pgn -o all.tabia --player "müller, karsten"
tabia build -q games.pgn -o once.tabia --drop-duplicates
name=$(printf 'M\xfcller, Karsten')
tabia build -q games.pgn -o latin.tabia --player "$name"
for store in all once latin; do
    tabia find $store.tabia --json | grep '"white":' | head -n 1
done
