. "$TESTDATA/../fake_engines/setup.sh"
run garbage -q
run good -q --force -o good.txt
cmp out.txt good.txt
