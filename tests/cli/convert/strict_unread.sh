# What cannot be read would be lost as well.
printf '[Event "a"]\n\n1. e4 e5 2. -- Nc6 3. Nf3 *\n' >null.pgn
printf '1. e4 $1 $2 $3 $4 $5 $300 ($14 1. d4) *\n' >glyphs.pgn
printf '[Result "1-0"]\n\n1. e4 0-1\n' >result.pgn
printf '1. e4 *\n1. e4 Ke6 *\n' >broken.pgn
printf '4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 "a"; c0 "b";\n' >twice.epd
for file in null.pgn glyphs.pgn result.pgn broken.pgn twice.epd; do
    echo "$file" >&2
    lenient=
    [ $file != broken.pgn ] || lenient=--lenient
    tabia convert --strict $lenient $file out.json || echo "$file: status $?"
done
ls *.json 2>/dev/null || true
tabia convert -q --json null.pgn out.pgn | grep -A9 losses
