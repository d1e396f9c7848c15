# The port of a server that runs is taken; SIGTERM ends it with status 0.
"$TABIA" serve --port 0 >address 2>log &
server=$!
while [ ! -s address ]; do sleep 0.05; done
port=$(sed 's|.*:\([0-9]*\)/|\1|' address)
tabia serve --port "$port" 2>err || echo "status $?"
sed "s/$port/PORT/" err
kill -TERM "$server"
wait "$server"
echo "ended $?"
grep -v warning log >&2 # root is warned
