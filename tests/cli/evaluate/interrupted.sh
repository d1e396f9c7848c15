. "$TESTDATA/evaluate/lib.inc"
# Ctrl-C writes what is done, and leaves the journal.
cat >slow.sh <<END
#!/usr/bin/env bash
. "$engines/common.sh"
answer() { sleep 0.3; good_answer "\$1"; }
answer=answer
serve
END
chmod +x slow.sh
"$TABIA" evaluate "$small" -o out.txt -a tree --engine ./slow.sh --resume -q \
    2>err &
pid=$!
while [ ! -s out.txt.journal ]; do sleep 0.05; done
kill -TERM $pid
wait $pid || echo "status $?"
grep -c stopped err
grep -q white out.txt
tabia evaluate "$small" -o out.txt -a tree --engine ./slow.sh --resume -q
run good -q --force -o good.txt
cmp out.txt good.txt
