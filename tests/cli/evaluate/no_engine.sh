. "$TESTDATA/../fake_engines/setup.sh"
tabia evaluate "$small" -o out.txt --engine "" || echo "status $?"
tabia evaluate "$small" -o out.txt --engine ./missing
