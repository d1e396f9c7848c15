. "$TESTDATA/../fake_engines/setup.sh"
# A kill in the middle loses at most the search at hand.
make_slow
"$TABIA" evaluate "$small" -o out.txt -a tree --engine ./slow.sh --resume -q &
pid=$!
disown
wait_for_value
kill -9 $pid
touch go # the engine that is left ends as well
while kill -0 $pid 2>/dev/null; do sleep 0.02; done
done=$(($(wc -l <out.txt.journal) - 1))
mv searches earlier
tabia evaluate "$small" -o out.txt -a tree --engine ./slow.sh --resume -q
echo "$((done + $(wc -l <searches)))"
run good -q --force -o good.txt
cmp out.txt good.txt
