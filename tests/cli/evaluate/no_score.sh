. "$TESTDATA/../fake_engines/setup.sh"
run no_score
