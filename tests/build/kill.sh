#!/usr/bin/env bash
#
# kill.sh TABIA - a build that is killed goes on, and ends as any other
#
# Killed at five random moments and started again with the same --work.

set -euo pipefail
tabia=$(realpath "$1")
# shellcheck source=tests/build/games.sh
. "$(dirname "$0")/games.sh"
cd "$scratch"
games 1 games.pgn
# Different games fill the memory; the last one is cut, and so broken.
packed=$TABIA_SHARED/data/pgn/twic_60mb.pgn.zst
if [ -f "$packed" ] && command -v zstd >/dev/null; then
    (zstd -qdc "$packed" || true) 2>/dev/null | head -c 7000000 >>games.pgn
fi

now_ms() { echo $(($(date +%s%N) / 1000000)); }

# A random time below MS milliseconds, as seconds.
moment() { # MS
    local ms=$((RANDOM * 32768 + RANDOM))
    ms=$((ms % ($1 + 1)))
    printf '%d.%03d' $((ms / 1000)) $((ms % 1000))
}

check() { # NAME OPTION...
    local name=$1 begin took i pid
    shift
    local build=(timeout 100 "$tabia" build -q --memory 8M --threads 2
        games.pgn "$@")
    begin=$(now_ms)
    "${build[@]}" -o "want.$name"
    took=$(($(now_ms) - begin))
    for i in 1 2 3 4 5; do
        "${build[@]}" -o "got.$name" --work work --force &
        pid=$!
        sleep "$(moment "$took")"
        pkill -9 -P "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
    done
    local resumes=0
    [ ! -f work/notes ] || resumes=1
    "${build[@]}" -o "got.$name" --work work --force --json >report
    cmp "want.$name" "got.$name"
    if [ $resumes = 1 ] && grep -q '"resumed": 0,' report; then
        echo "kill.sh: $name: nothing was gone on with" >&2
        exit 1
    fi
    if [ -e work ]; then
        echo "kill.sh: $name: the folder is still there:" >&2
        ls work >&2
        exit 1
    fi
    echo "$name: $took ms, resumed: $resumes"
}

check bin --min-games 2
check tabia
check dedupe.bin --dedupe

# Other options must not go on with the work of these.
"$tabia" build -q --memory 8M --threads 2 games.pgn -o got.bin --force \
    --work work &
pid=$!
for ((i = 0; i < 500; i++)); do
    [ ! -f work/notes ] || break
    sleep 0.01
done
kill -9 "$pid" 2>/dev/null || true
wait "$pid" 2>/dev/null || true
if [ -f work/notes ]; then
    status=0
    "$tabia" build -q games.pgn -o got.bin --force --work work --max-ply 9 \
        2>err || status=$?
    [ "$status" = 2 ] || [ "$status" = 1 ]
    grep -q "other inputs or options" err
fi
