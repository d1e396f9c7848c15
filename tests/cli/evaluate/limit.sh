. "$TESTDATA/../fake_engines/setup.sh"
run good --limit 2
grep -c "white\|black" out.txt
