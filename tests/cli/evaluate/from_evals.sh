. "$TESTDATA/../fake_engines/setup.sh"
# Values from Lichess's database: the deepest of a position, its first line.
d4="rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -"
d5="rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq -"
c5="rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"
elsewhere="8/8/8/8/8/4k3/8/4K3 w - -"
record() { # FEN VALUE DEPTH [VALUE DEPTH]
    printf '{"fen":"%s","evals":[' "$1"
    printf '{"pvs":[{%s,"line":"a2a3"},{"cp":9}],"knodes":1,"depth":%d}' \
        "$2" "$3"
    [ $# -lt 5 ] || printf ',{"pvs":[{%s}],"knodes":1,"depth":%d}' "$4" "$5"
    echo ']}'
}
{
    record "$d4" '"cp":1' 20 '"cp":26' 40
    record "$elsewhere" '"cp":0' 50
    record "$d5" '"cp":-120' 30
    record "$c5" '"mate":5' 30
} >evals.jsonl
take() { # IN OUT [OPTION...]
    local in=$1 out=$2
    shift 2
    tabia evaluate "$in" -o "$out" -a tree --from-evals "$@"
}
take "$small" out.txt evals.jsonl
grep : out.txt
if command -v zstd >/dev/null; then
    zstd -q evals.jsonl
    take "$small" packed.txt evals.jsonl.zst -q
    cmp out.txt packed.txt
fi
# What the book has stays, unless --again.
sed "s/white +0.26/white +7.77/" out.txt >own.txt
take own.txt kept.txt evals.jsonl
grep -c "white +7.77" kept.txt
take own.txt again.txt evals.jsonl --again
cmp out.txt again.txt
# A line that cannot be read ends it.
echo "{}" >>evals.jsonl
take "$small" bad.txt evals.jsonl || echo "status $?"
take "$small" bad.txt "$TESTDATA/tree.txt" 2>err || echo "status $?"
sed 's|^/.*/||' err
take "$small" bad.txt missing.jsonl || echo "status $?"
[ ! -e bad.txt ]
take "$small" bad.txt evals.jsonl --depth 9 || echo "status $?"
