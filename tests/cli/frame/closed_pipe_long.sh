# More than a pipe holds, to a reader that has gone: no words either, though an
# earlier write failed or the bytes went another way.
set +o pipefail
cd "$TESTDATA/../../data"
try() {
    { tabia "$@" || echo "$1: $?" >&2; } | true
}
try tree --depth 1000 --ascii
try tree --depth 1000 --json
try convert openings.txt - --to json
try merge -q openings.txt openings.txt -o - --to json
try edit openings.txt --print
try draw openings.txt -o - -p html
