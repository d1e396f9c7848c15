# A result in which there is nothing is status 1 and no file.
say() { echo "# $1"; echo "# $1" >&2; }
try() { # IN OUT [OPTION...]
    tabia convert "$@" || echo "status $?"
}
printf '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kd7 2. e5 *\n' >end.pgn
printf '1. e4 e5 2. Nf3 *\n\n' | cat - end.pgn >both.pgn
say "lines from another start, moves without experience"
try end.pgn out.dat --to ct800-bin
try end.pgn out.c --to ct800-c
try end.pgn out.exp
try end.pgn - --to ct800-bin
say "filters that leave nothing"
printf 'e2e4 e7e5\n' >lines.txt
tabia convert -q lines.txt lines.bin
try lines.bin out.txt --to openings --min-weight 60000
try lines.bin out.pgn --min-weight 60000
try lines.bin out.ctg --min-weight 60000
say "nothing from the beginning"
: >none.pgn
try none.pgn out.bin
: >none.bin
try none.bin out.bin
tabia merge none.bin none.bin -o out.bin || echo "status $?"
try none.pgn out.txt --to openings --allow-empty
ls

say "some of the moves are written"
try both.pgn out.dat --to ct800-bin
say "an empty file, when asked"
try none.pgn out.bin --allow-empty
say "a position without moves is something"
echo '8/8/8/4k3/8/8/8/4K3 w - - ce 15;' >one.epd
try one.epd out.epd
cat out.epd
try one.epd out2.dat --to ct800-bin
ls out*
