# A book for one side, in formats that hold lines from the starting position.
printf 'e2e4 e7e5? g1f3 b8c6? f1b5\ne2e4 c7c5? g1f3 d7d6? d2d4\n' >book.txt
tabia convert -q book.txt white.bin
{
    cat white.bin # and an entry to which nothing leads
    printf '\xff\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\0\1\0\0\0\0'
} >stray.bin
for format in ct800 obk spracklen amateur lines; do
    echo "$format"
    tabia convert stray.bin "white.$format" --to "$format" 2>&1
    tabia tree "white.$format"
done
echo 'by hand'
tabia convert stray.bin white.pgn -O walk=bridge 2>&1
tabia convert -q white.pgn - --to lines
tabia convert stray.bin white.txt --to ct800 -O walk=near 2>&1
tabia convert stray.bin strict.txt --to ct800 --strict || echo "status $?"
