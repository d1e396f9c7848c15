. "$TESTDATA/../fake_engines/setup.sh"
run good --all -q
mv out.txt one.txt
run good --all -q -j 3
cmp one.txt out.txt
