. "$TESTDATA/../fake_engines/setup.sh"
run not_uci
