# A file that may not grow: an error, not a signal; the old file is as it was
# and nothing is left beside it.
tabia convert -q "$TESTDATA/../../data/openings.txt" new.bin --max-ply 6
tabia convert -q new.bin graph.txt --to openings --fold
tabia edit --print new.bin | sed 's/ weight [0-9]*/ weight 9/' >changes.txt
cp "$TESTDATA/../../examples/tichess-openings.txt" lines.txt
cp "$TESTDATA/../../examples/games.pgn" .
export TMPDIR=$PWD
touch err after
ls -A >before

try() { # OLD COMMAND
    local old=$1 file=old.${1##*.} status=0
    shift
    cp "$old" "$file"
    (ulimit -f 1 && tabia "$@" >/dev/null 2>err) || status=$?
    cmp "$old" "$file"
    echo "$1: $status $(grep error: err)"
    rm "$file"
}
try new.bin convert -q graph.txt old.bin --force
try games.pgn convert -q new.bin old.pgn --force
try new.bin merge -q new.bin new.bin -o old.bin --force
try new.bin edit -q old.bin --apply changes.txt
try lines.txt draw -q graph.txt -o old.txt -p svg --force
try lines.txt evaluate -q graph.txt -o old.txt --no-eval --force
try lines.txt bkc lines.txt
try new.bin build -q games.pgn -o old.bin --force
try new.bin build -q games.pgn -o old.bin --to tabia --force
ls -A >after
diff before after

# Standard output is such a file, too.
(ulimit -f 1 && tabia tree --depth 9 >tree.txt) || echo "tree: $?"
