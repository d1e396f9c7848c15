# SIGTERM ends the engine first, then does what it does.
. "$TESTDATA/../uci/setup.sh"
mkfifo input
"$TABIA" uci -b $BOOK -- "$fake" log <input >/dev/null &
exec 3>input
echo isready >&3
while [ ! -s log ]; do sleep 0.05; done
kill -TERM $!
wait $! || echo status $?
cat log
