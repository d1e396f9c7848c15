. "$TESTDATA/../fake_engines/setup.sh"
run good -q --report -50 --side black
