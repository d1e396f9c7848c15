# An engine that reads nothing: 300 KB to it hold nobody up, and it is killed.
. "$TESTDATA/../uci/setup.sh"
{
    echo '> isready'
    for ((i = 0; i < 3000; i++)); do
        printf '> position startpos moves %0100d\n' $i
    done
    echo '< readyok'
    echo '> position startpos'
    echo '> go movetime 100'
    echo '< bestmove'
    echo '< info string engine'
    echo '> quit'
} >script
talk tabia uci -b $BOOK --policy first --timeout 500 -- \
    "$fake" log on_isready=deaf <script >out || echo status $?
grep -v '^> position startpos moves' out
