. "$TESTDATA/../fake_engines/setup.sh"
# Stopped by a crash, then resumed: nothing is lost, nothing repeated.
cp "$engines/common.sh" .
cp "$engines/crash_always.sh" engine.sh
resume() {
    tabia evaluate "$small" -o out.txt -a tree --engine ./engine.sh --resume
}
resume || echo "status $?"
cat out.txt.journal
cat >engine.sh <<END
#!/usr/bin/env bash
. ./common.sh
answer() { echo x >>searches; good_answer "\$1"; }
answer=answer
serve
END
resume
wc -l <searches
ls
run good -q --force -o good.txt
cmp out.txt good.txt
