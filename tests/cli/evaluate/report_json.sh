. "$TESTDATA/../fake_engines/setup.sh"
run good -q --report -110 --side black --json
# There is nothing else to print.
run good --force --json
