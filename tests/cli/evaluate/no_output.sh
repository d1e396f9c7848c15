. "$TESTDATA/../fake_engines/setup.sh"
tabia evaluate "$small"
