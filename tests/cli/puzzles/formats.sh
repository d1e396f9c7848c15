# The same puzzles in all formats, in the same bytes twice.
engine=$TESTDATA/../fake_engines/two_lines.sh
printf '1. e4 e5 2. Nf3 f6? 3. Nxe5 *\n' >book.pgn
export SOURCE_DATE_EPOCH=1700000000
for name in a.epd a.pgn a.json a.csv a.apkg a.89y; do
    tabia puzzles book.pgn --engine "$engine" --moves 2 -q -o "$name"
    tabia puzzles book.pgn --engine "$engine" --moves 2 -q -o "again.${name#a.}"
    cmp "$name" "again.${name#a.}"
done
cat a.epd a.pgn a.csv
tabia info a.json
python3 -m zipfile -t a.apkg
tabia puzzles book.pgn --engine "$engine" --json -o b.txt
