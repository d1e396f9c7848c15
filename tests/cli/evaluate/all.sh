. "$TESTDATA/../fake_engines/setup.sh"
run good --all -q
grep -c "white\|black" out.txt
