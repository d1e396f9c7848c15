. "$TESTDATA/../fake_engines/setup.sh"
# However evaluate ends, no engine goes on computing, and nothing it started.
cat >busy.sh <<'END'
#!/bin/sh
echo id name Busy
echo uciok
while read -r word rest; do
    case $word in
    isready) echo readyok ;;
    go) break ;;
    esac
done
trap '' TERM HUP INT
sleep 1000 &
echo $$ $! >pids.new
mv pids.new pids
while :; do sleep 1; done # it does not see that its input has ended
END
chmod +x busy.sh
runs() { # PID: neither gone nor waiting to be buried
    state=$(sed 's/.*) //; s/ .*//' "/proc/$1/stat" 2>/dev/null) || return 1
    case $state in ''|Z|X) return 1 ;; esac
}
exec 2>/dev/null # the shell tells of killed jobs, at whatever moment
for signal in TERM HUP KILL; do
    rm -f pids
    "$TABIA" evaluate "$small" -o out.txt --engine ./busy.sh -q 2>err &
    pid=$!
    for _ in $(seq 200); do [ -f pids ] && break; sleep 0.05; done
    read -r engine child <pids
    kill -$signal $pid
    wait $pid || echo "$signal: status $?"
    for _ in $(seq 100); do
        runs $engine || runs $child || break
        sleep 0.05
    done
    ! runs $engine || echo "$signal: the engine is still running"
    ! runs $child || echo "$signal: its child is still running"
    kill -KILL $engine $child || true
done
