# An engine that does not quit is killed, with what it started; no zombies.
. "$TESTDATA/../uci/setup.sh"
cat >stubborn.sh <<'END'
#!/bin/sh
trap '' TERM HUP
sleep 1000 &
echo $$ $! >pids
while :; do sleep 1; done
END
chmod +x stubborn.sh
printf 'uci\nquit\n' |
    tabia uci -b $BOOK --timeout 200 -- ./stubborn.sh | grep -c uciok || true
read -r engine child <pids
[ ! -d "/proc/$engine" ] || echo "the engine is still there"
# Nobody may have waited for an orphan yet, but it must not run.
for _ in 1 2 3 4 5 6 7 8 9 10; do
    state=$(sed 's/.*) //; s/ .*//' "/proc/$child/stat" 2>/dev/null || true)
    case $state in ''|Z|X) exit 0 ;; esac
    sleep 0.1
done
echo "its child is still running"
