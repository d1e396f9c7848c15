. "$TESTDATA/../fake_engines/setup.sh"
# Ctrl-C and a kill write what is done, and leave the journal.
make_slow
run good -q -o good.txt
set -m # a job of its own, or the shell would have it ignore SIGINT
for signal in INT TERM; do
    # Ctrl-C of a terminal goes to the engine, too.
    [ $signal = INT ] && group=- || group=
    rm -f go searches
    "$TABIA" evaluate "$small" -o out.txt -a tree --engine ./slow.sh \
        --resume -q 2>err &
    pid=$!
    wait_for_value
    kill -$signal -- $group$pid
    wait $pid || echo "$signal: status $?"
    grep -c stopped err
    grep -q white out.txt
    touch go
    tabia evaluate "$small" -o out.txt -a tree --engine ./slow.sh --resume -q
    cmp out.txt good.txt
    ls out.txt*
    rm out.txt
done
