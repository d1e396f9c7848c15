. "$TESTDATA/../fake_engines/setup.sh"
# Told before the engine starts, not after hours of work.
printf '#!/bin/sh\ntouch started\n' >engine.sh
chmod +x engine.sh
mkdir folder
printf '1. e4 e5\n' >tichess.txt
for words in "-o none/out.txt" "-o folder" "-o out.txt --to crafty" \
    "-o out.tabia"; do
    # shellcheck disable=SC2086 # the words are meant to be split
    tabia evaluate "$small" --engine ./engine.sh $words || echo "status $?"
done
tabia evaluate tichess.txt -i --engine ./engine.sh || echo "status $?"
ls
