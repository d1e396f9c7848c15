. "$TESTDATA/../fake_engines/setup.sh"
# Values of different settings are not mixed; the journal stays.
run crash_always --resume -q || true
cp out.txt.journal before
for more in "--depth 9" "--nodes 5" "--movetime 7" "--hash 3" "--threads 2"; do
    run crash_always --resume $more || echo "$more: status $?"
done
run good --resume || echo "another engine: status $?"
cmp before out.txt.journal
# The default may be given, too. A first line that was cut short is no line.
run good -q --force --depth 15
printf '# engine' >out.txt.journal
run good --resume --force
