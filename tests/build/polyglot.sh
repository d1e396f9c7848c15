#!/usr/bin/env bash
#
# polyglot.sh TABIA - the same entries as PolyGlot's own make-book
#
# Keys, moves and weights, also where PolyGlot has halved its counters. Of
# moves with the same weight PolyGlot's order is that of its sort, ours that
# of their codes; so both are sorted here.

set -euo pipefail
tabia=$(realpath "$1")
# shellcheck source=tests/build/games.sh
. "$(dirname "$0")/games.sh"
cd "$scratch"
PATH=$PATH:/usr/games
if ! command -v polyglot >/dev/null; then
    echo "skipped: PolyGlot is not installed" >&2
    exit 77
fi

# Entries in the order of the file, and sorted where weights are the same.
entries() { od -An -v -tx1 -w16 "$1"; }
sorted() {
    entries "$1" | awk '{
        key = $1 $2 $3 $4 $5 $6 $7 $8
        print key, $11 $12, $9 $10, $0
    }' | sort -k1,1 -k2,2r -k3,3
}

check() { # FILE LIMITS...: -max-ply N and so on, as PolyGlot has them
    local file=$1
    shift
    local ours=() word
    for word in "$@"; do
        case $word in
        -min-game)   ours+=(--min-games) ;;
        -only-white) ours+=(--side white) ;;
        -only-black) ours+=(--side black) ;;
        -uniform)    ours+=(--weight uniform) ;;
        -*)          ours+=("-$word") ;;
        *)           ours+=("$word") ;;
        esac
    done
    polyglot make-book -pgn "$file" -bin theirs.bin "$@" >/dev/null
    "$tabia" build -q --polyglot-compatible "$file" -o ours.bin --force \
        "${ours[@]}"
    sorted theirs.bin >theirs
    sorted ours.bin >ours
    cmp theirs ours
    cut -d' ' -f4- ours | cmp - <(entries ours.bin) # the tie rule
    echo "$*: $(wc -l <ours) entries"
}

games 1 small.pgn
check small.pgn -max-ply 1024 -min-game 1
check small.pgn -max-ply 30 -min-game 2 -min-score 50
check small.pgn -only-white -min-game 2
check small.pgn -only-black -uniform -min-game 2
games 12 counters.pgn 2 4 # 16,384 times the same move, and more
check counters.pgn -max-ply 4 -min-game 100

packed=${TABIA_SHARED:-none}/data/pgn/twic_60mb.pgn.zst
if [ -f "$packed" ] && command -v zstd >/dev/null; then
    # PolyGlot takes its time: not all of them.
    (zstd -qdc "$packed" || true) 2>/dev/null |
        awk '/^\[Event / && ++n > 15000 { exit } { print }' >twic.pgn
    check twic.pgn -max-ply 60 -min-game 3
fi
