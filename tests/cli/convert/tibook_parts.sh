# A book that needs more than one file becomes several, numbered, at once.
make_book() { # POSITIONS, with kings, a knight and a pawn
    awk -v n="$1" '
    function rank(a, x, b, y,   i, s, gap) {
        for (i = 1; i <= 8; i++) {
            if (i != a && i != b) { gap++; continue }
            s = s (gap ? gap : "") (i == a ? x : y); gap = 0
        }
        return s (gap ? gap : "")
    }
    function on(square, row) {
        return int(square / 8) == row ? square % 8 + 1 : 0
    }
    BEGIN {
        split("a b c d e f g h", file)
        for (king = 1; king <= 8; king++)
        for (other = 1; other <= 8; other++)
        for (knight = 0; knight < 32; knight++)
        for (pawn = 0; pawn < 32; pawn++) {
            if (pawn == knight) continue
            if (!n--) exit
            board = rank(other, "k", 0, "") "/8/8"
            for (row = 3; row >= 0; row--)
                board = board "/" rank(on(knight, row), "N", on(pawn, row), "P")
            printf "[FEN \"%s/%s w - - 0 1\"]\n1. K%s1\n", board,
                rank(king, "K", 0, ""), file[king < 8 ? king + 1 : 7]
        }
    }'
}
make_book 21200 >book.txt
tabia convert book.txt out.89y
echo out*
for file in out*; do
    tabia info -q $file | awk '/^roots/ { n = $2 } /^ti-name/ { name = $2 }
        END { print name, n }'
done | sort -u | awk '{ n += $2 } { print $1 } END { print n }' | tr '\n' ' '
echo
# One of them alone, and what cannot be.
tabia convert -q book.txt part.89y -O part=10
cmp part.89y out10.89y
tabia convert -q book.txt part.89y -O part=12 --force || echo "status $?"
tabia convert -q book.txt - --to tibook || echo "status $?"
tabia convert -q book.txt out.89y || echo "status $?"
tabia convert -q book.txt strict.89y --strict || echo "status $?"
# Up to ten files have one digit.
make_book 2000 >small.txt
tabia convert small.txt --json small.9xy -O device=ti92p -O name=mine7
echo small*
tabia info -q small1.9xy | grep ti-
