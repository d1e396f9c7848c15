. "$TESTDATA/../fake_engines/setup.sh"
run lie
