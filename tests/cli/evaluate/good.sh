. "$TESTDATA/../fake_engines/setup.sh"
run good
cat out.txt
