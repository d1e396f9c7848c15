# More than a pipe holds, to a reader that has gone: no words either, though an
# earlier write failed or the bytes went another way.
set +o pipefail
book=$TESTDATA/../../data/openings.txt
tabia convert -q "$book" book.txt --to ct800 --max-ply 8
try() {
    { tabia "$@" || echo "$1: $?" >&2; } | true
}
try tree --depth 12 --ascii
try tree --depth 12 --json
try convert book.txt - --to json
try merge -q book.txt book.txt -o - --to json
try edit book.txt --print
try draw book.txt -o - -p html
