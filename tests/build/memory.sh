#!/usr/bin/env bash
#
# memory.sh TABIA - a build takes no more memory than it may, and 64 MB
#
# Looks at the memory that no file is behind while the build runs.

set -euo pipefail
tabia=$(realpath "$1")
# shellcheck source=tests/build/games.sh
. "$(dirname "$0")/games.sh"
cd "$scratch"
packed=${TABIA_SHARED:-none}/data/pgn/twic_60mb.pgn.zst
if [ ! -f "$packed" ] || ! command -v zstd >/dev/null; then
    echo "skipped: there are no games to count" >&2
    exit 77
fi
(zstd -qdc "$packed" || true) 2>/dev/null | head -c 40000000 >games.pgn

check() { # MB OPTION...
    local mb=$1 peak=0 kb pid
    shift
    "$tabia" build -q --memory "${mb}M" --force "$@" &
    pid=$!
    while kb=$(awk '/^RssAnon/ { print $2 }' "/proc/$pid/status" \
        2>/dev/null) && [ -n "$kb" ]; do
        [ "$kb" -le "$peak" ] || peak=$kb
        sleep 0.01
    done
    wait "$pid" || [ $? = 1 ] # the last game is cut
    echo "$mb MB: $((peak / 1024)) MB for $*"
    [ $((peak / 1024)) -le $((mb + 64)) ]
}

# More memory is filled by no more than the last.
check 64 games.pgn -o x.bin --max-ply 60 --min-games 3
check 64 games.pgn -o x.tabia --by rating,speed,month
check 64 games.pgn games.pgn -o x.bin --dedupe
check 64 "$packed" "$packed" -o x.bin --max-ply 40
check 256 games.pgn games.pgn games.pgn -o x.bin
