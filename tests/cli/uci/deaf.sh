# An engine that reads nothing: 300 KB for it wait, then it is killed.
. "$TESTDATA/../uci/setup.sh"
{
    for ((i = 0; i < 3000; i++)); do
        printf '> position startpos moves %0100d\n' $i
    done
    echo '< info string engine'
    echo '> position startpos'
    echo '> go movetime 100'
    echo '< bestmove'
    echo '> quit'
} >script
talk tabia uci -b $BOOK --method first --timeout 500 -- \
    sleep 1000 <script >out || echo status $?
# On a slow machine the engine is killed before all has been said to it.
grep -v -e '^> position startpos moves' -e 'info string no such position' out
