. "$TESTDATA/evaluate/lib.inc"
# A kill in the middle loses at most the search at hand.
cat >slow.sh <<END
#!/usr/bin/env bash
. "$engines/common.sh"
answer() { echo x >>"$PWD/searches"; sleep 0.3; good_answer "\$1"; }
answer=answer
serve
END
chmod +x slow.sh
"$TABIA" evaluate "$small" -o out.txt -a tree --engine ./slow.sh --resume -q &
pid=$!
disown
wait_for_value
kill -9 $pid
sleep 0.5
done=$(($(wc -l <out.txt.journal) - 1))
rm searches
tabia evaluate "$small" -o out.txt -a tree --engine ./slow.sh --resume -q
echo "$((done + $(wc -l <searches)))"
run good -q --force -o good.txt
cmp out.txt good.txt
