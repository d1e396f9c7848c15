#!/usr/bin/env bash
#
# kill.sh TABIA - a build that is killed goes on, and ends as any other
#
# Killed at five random moments, and once when there is something to go on with;
# started again with the same --work-folder.

set -euo pipefail
tabia=$(realpath "$1")
# shellcheck source=tests/build/games.sh
. "$(dirname "$0")/games.sh"
cd "$scratch"
games 7 games.pgn

now_ms() { echo $(($(date +%s%N) / 1000000)); }

# A random time below MS milliseconds, as seconds.
moment() { # MS
    local ms=$((RANDOM * 32768 + RANDOM))
    ms=$((ms % ($1 + 1)))
    printf '%d.%03d' $((ms / 1000)) $((ms % 1000))
}

# Kills a build as soon as it has written what the next can go on with.
kill_with_notes() { # OPTION...
    local pid tries
    for tries in 1 2 3 4 5; do
        "$tabia" build -q --memory 8M --threads 2 games.pgn --work-folder work \
            --force "$@" &
        pid=$!
        while kill -0 "$pid" 2>/dev/null && [ ! -f work/notes ]; do
            sleep 0.005
        done
        kill -9 "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
        [ ! -f work/notes ] || return 0
        echo "kill.sh: try $tries ended before it was killed" >&2
    done
    return 1
}

check() { # NAME OPTION...
    local name=$1 begin took pid
    shift
    local build=(timeout 100 "$tabia" build -q --memory 8M --threads 2
        games.pgn "$@")
    begin=$(now_ms)
    "${build[@]}" -o "want.$name"
    took=$(($(now_ms) - begin))
    for _ in 1 2 3 4 5; do
        "${build[@]}" -o "got.$name" --work-folder work --force &
        pid=$!
        sleep "$(moment "$took")"
        pkill -9 -P "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
    done
    kill_with_notes "$@" -o "got.$name"
    "${build[@]}" -o "got.$name" --work-folder work --force --json >report
    cmp "want.$name" "got.$name"
    if ! grep -q '"resumed": [1-9]' report; then
        echo "kill.sh: $name: nothing was gone on with" >&2
        exit 1
    fi
    if [ -e work ]; then
        echo "kill.sh: $name: the folder is still there:" >&2
        ls work >&2
        exit 1
    fi
    echo "$name: $took ms, $(grep -o '"resumed": [0-9]*' report)"
}

check bin --min-games 2
check tabia
check dedupe.bin --drop-duplicates

# Other options must not go on with the work of these.
kill_with_notes -o got.bin
status=0
"$tabia" build -q games.pgn -o got.bin --force --work-folder work --max-ply 9 \
    2>err || status=$?
[ "$status" = 2 ] || [ "$status" = 1 ]
grep -q "other inputs or options" err
