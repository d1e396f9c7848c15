#!/usr/bin/env bash
#
# memory.sh TABIA - builds and merges take no more memory than they may, and
# 20 MB
#
# Looks at the memory that no file is behind while the build runs. The games
# are enough to take more where they may, or this would show nothing.

set -euo pipefail
tabia=$(realpath "$1")
# shellcheck source=tests/build/games.sh
. "$(dirname "$0")/games.sh"
cd "$scratch"
games 14 games.pgn

# The most that a build has, in MB, as 'peak', and its threads, as 'tasks'.
measure() { # MB VERB OPTION...
    local mb=$1 verb=$2 kb pid all
    shift 2
    "$tabia" "$verb" -q --memory "${mb}M" --force "$@" 2>/dev/null &
    pid=$!
    peak=0 tasks=0
    while kb=$(awk '/^RssAnon/ { print $2 }' "/proc/$pid/status" \
        2>/dev/null) && [ -n "$kb" ]; do
        [ $((kb / 1024)) -le "$peak" ] || peak=$((kb / 1024))
        all=("/proc/$pid/task/"*)
        [ "${#all[@]}" -le "$tasks" ] || tasks=${#all[@]}
        sleep 0.01
    done
    wait "$pid"
    echo "$mb MB: $peak MB, $tasks threads for $verb $*"
}

check() { # MB OPTION...
    measure "$@"
    [ "$peak" -le $(($1 + 20)) ]
}

check 8 build games.pgn -o x.bin --max-ply 60 --min-games 3
check 8 build games.pgn -o x.tabia --by rating,speed,month
check 8 build games.pgn games.pgn -o x.bin --drop-duplicates
check 16 build games.pgn games.pgn games.pgn -o x.bin
if command -v zstd >/dev/null; then
    zstd -q games.pgn
    check 8 build games.pgn.zst games.pgn.zst -o x.bin --max-ply 40
fi
measure 1000 build games.pgn -o x.tabia --by rating,speed,month
[ "$peak" -gt 28 ]

# Stores are merged within the same limits.
cp x.tabia y.tabia
for threads in 1 3; do
    check 8 merge x.tabia y.tabia -o z.tabia --threads $threads
    [ "$tasks" = $threads ]
done
measure 1000 merge x.tabia y.tabia -o z.tabia
[ "$peak" -gt 28 ]
