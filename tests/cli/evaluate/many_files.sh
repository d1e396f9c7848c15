# A book that needs several files is written as several, and that is noted.
. "$TESTDATA/../fake_engines/setup.sh"
awk 'BEGIN {
    for (king = 1; king <= 8; king++)
    for (other = 1; other <= 8; other++)
    for (rank = 1; rank <= 4; rank++)
    for (file = 1; file <= 8 && n++ < 2000; file++)
        printf "[FEN \"%s/8/8/%s w - - 0 1\"]\n1. K%s1\n", on(other, "k"),
            board(rank, file, king), substr("bcdefghg", king, 1)
}
function on(at, piece) {
    return (at > 1 ? at - 1 : "") piece (at < 8 ? 8 - at : "")
}
function board(rank, file, king,    r, text) {
    for (r = 5; r >= 2; r--)
        text = text (r == rank + 1 ? on(file, "N") : "8") "/"
    return text on(king, "K")
}' >book.txt
find_stockfish
tabia evaluate book.txt -o out.89y --report 900 --depth 1 \
    --engine "$engine" 2>&1 | grep needs
ls out*
