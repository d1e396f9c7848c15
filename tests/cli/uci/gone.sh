# Whatever ends tabia, the engine does not go on computing, nor what it started.
. "$TESTDATA/../uci/setup.sh"
cat >busy.sh <<'END'
#!/bin/sh
trap '' TERM HUP
sleep 1000 &
echo $$ $! >pids.new
mv pids.new pids
while :; do sleep 1; done
END
chmod +x busy.sh
mkfifo input
exec 2>/dev/null # the shell tells of killed jobs, at whatever moment
"$TABIA" uci -b $BOOK -- ./busy.sh <input >/dev/null &
exec 3>input
while [ ! -s pids ]; do sleep 0.05; done
read -r engine child <pids
kill -KILL $!
wait $! || echo status $?
for pid in $engine $child; do
    for _ in $(seq 100); do
        state=$(sed 's/.*) //; s/ .*//' "/proc/$pid/stat" 2>/dev/null || true)
        case $state in ''|Z|X) break ;; esac
        sleep 0.05
    done
    case $state in ''|Z|X) ;; *) echo "$pid is still running" ;; esac
done
kill -KILL $engine $child || true
