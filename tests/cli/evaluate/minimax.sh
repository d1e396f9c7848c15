. "$TESTDATA/../fake_engines/setup.sh"
run good -q --minimax
cat out.txt
