#!/usr/bin/env bash
#
# memory.sh TABIA - a build takes no more memory than it may, and 20 MB
#
# Looks at the memory that no file is behind while the build runs. The games
# are enough to take more where they may, or this would show nothing.

set -euo pipefail
tabia=$(realpath "$1")
# shellcheck source=tests/build/games.sh
. "$(dirname "$0")/games.sh"
cd "$scratch"
games 14 games.pgn

# The most that a build has, in MB, as 'peak'.
measure() { # MB OPTION...
    local mb=$1 kb pid
    shift
    "$tabia" build -q --memory "${mb}M" --force "$@" &
    pid=$!
    peak=0
    while kb=$(awk '/^RssAnon/ { print $2 }' "/proc/$pid/status" \
        2>/dev/null) && [ -n "$kb" ]; do
        [ $((kb / 1024)) -le "$peak" ] || peak=$((kb / 1024))
        sleep 0.01
    done
    wait "$pid"
    echo "$mb MB: $peak MB for $*"
}

check() { # MB OPTION...
    measure "$@"
    [ "$peak" -le $(($1 + 20)) ]
}

check 8 games.pgn -o x.bin --max-ply 60 --min-games 3
check 8 games.pgn -o x.tabia --by rating,speed,month
check 8 games.pgn games.pgn -o x.bin --dedupe
check 16 games.pgn games.pgn games.pgn -o x.bin
if command -v zstd >/dev/null; then
    zstd -q games.pgn
    check 8 games.pgn.zst games.pgn.zst -o x.bin --max-ply 40
fi
measure 1000 games.pgn -o x.tabia --by rating,speed,month
[ "$peak" -gt 28 ]
