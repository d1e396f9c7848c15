. "$TESTDATA/../fake_engines/setup.sh"
# Values that are there stay, unless --again.
run good -q
sed "s/white +[0-9.]*/white +9.99/" out.txt >in.txt
tabia evaluate in.txt -o kept.txt -a tree --engine "$engines/crash_always.sh"
grep -c "white +9.99" kept.txt
tabia evaluate in.txt -o again.txt -a tree --again --engine "$engines/good.sh"
cmp out.txt again.txt
