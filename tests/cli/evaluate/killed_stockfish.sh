. "$TESTDATA/evaluate/lib.inc"
# A kill in the middle: what was found is not looked for again.
for engine in stockfish /usr/games/stockfish; do
    command -v $engine >/dev/null && break
done
command -v $engine >/dev/null || exit 77
[ -n "$SHARED" ] || exit 77
book=$SHARED/data/openings-text/v4_london-23cb542.txt
cat >logging.sh <<END
#!/usr/bin/env bash
tee -a searches | $engine
END
chmod +x logging.sh
common="-a tree --again --all -d 7 --hash 16 --engine ./logging.sh"
tabia evaluate "$book" $common -o whole.txt -q
total=$(grep -c position searches)

rm searches
"$TABIA" evaluate "$book" $common -o out.txt --resume -q &
pid=$!
disown
until [ "$(grep -c position searches 2>/dev/null)" -gt 40 ] 2>/dev/null; do
    sleep 0.02
done
kill -9 $pid
sleep 0.5
[ ! -e out.txt ]
grep -v '^#' out.txt.journal | cut -f1 | sort >found
rm searches

tabia evaluate "$book" $common -o out.txt --resume -q
sed -n 's/^position fen //p' searches | sort >later
echo "twice: $(comm -12 found later | wc -l)"
echo "missing: $((total - $(cat found later | wc -l)))"
[ "$(wc -l <found)" -ge 40 ]
[ -s later ]
cmp out.txt whole.txt
