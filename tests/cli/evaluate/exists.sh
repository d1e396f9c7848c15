. "$TESTDATA/../fake_engines/setup.sh"
touch out.txt
run good
