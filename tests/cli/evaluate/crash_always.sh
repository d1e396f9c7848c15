. "$TESTDATA/../fake_engines/setup.sh"
# What is done is written nevertheless.
status=0
run crash_always || status=$?
grep -c "white\|black" out.txt
exit $status
