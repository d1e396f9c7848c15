. "$TESTDATA/../fake_engines/setup.sh"
# The book and the report would be mixed.
tabia evaluate "$small" -o - --no-eval --report 50
