. "$TESTDATA/../fake_engines/setup.sh"
run crash_once
run good -q --force -o good.txt
cmp out.txt good.txt
