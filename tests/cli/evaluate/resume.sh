. "$TESTDATA/evaluate/lib.inc"
# Stopped by a crash, then resumed: nothing is lost, nothing repeated.
run crash_always --resume || echo "status $?"
wc -l <out.txt.journal
cat >counting.sh <<END
#!/usr/bin/env bash
. "$engines/common.sh"
answer() { echo x >>"$PWD/searches"; good_answer "\$1"; }
answer=answer
serve
END
chmod +x counting.sh
tabia evaluate "$small" -o out.txt -a tree --engine ./counting.sh --resume
wc -l <searches
ls
run good -q --force -o good.txt
cmp out.txt good.txt
