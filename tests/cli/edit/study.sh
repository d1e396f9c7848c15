# The tags of every game are lines of the text, and what is not changed stays.
fixture study.pgn
cp study.pgn before.pgn
tabia edit --print study.pgn >text
cat text
sed 's|s/2|s/3|; /^text key "author"/s/"me"/"us"/' text |
    tabia edit --strict --apply - study.pgn
diff before.pgn study.pgn || true

# With --strict nothing is written over what could not be read.
printf '1. e4 e5 2. -- Nc6 *\n' >null.pgn
tabia edit --print null.pgn 2>/dev/null | sed 's/e5/c5/' >text
tabia edit --strict --apply text null.pgn || echo "status $?"
cat null.pgn
