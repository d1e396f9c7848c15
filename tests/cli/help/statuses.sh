# What 'tabia help exit-status' says is so.
status() {
    local got=0
    "$TABIA" "$@" >/dev/null 2>&1 || got=$?
    echo "$got  $*"
}
printf 'e2e4 e7e5\n' >good.txt
printf 'e2e4 c7c5\n' >other.txt
printf 'e2e5\n' >bad.txt
printf 'e2e4? e7e5\n' >marked.txt

status find good.txt
status check bad.txt
status info bad.txt
status find good.txt --moves "e4 e9"
status find good.txt --fen "no position"
status find good.txt --moves "a4"
status pick good.txt --moves "a4"
status name --fen "8/8/4k3/8/8/4K3/4P3/8 w - -"
status diff good.txt other.txt
status convert marked.txt new.bin --strict
status no-such-verb
status find --no-such-option
status formats no-such-format
status convert good.txt new.bin --max-ply none
status convert good.txt
status find missing.txt
status convert good.txt missing/new.bin
status convert good.txt new.bin
status convert good.txt new.bin
status uci --book good.txt -- ./no-such-engine </dev/null
