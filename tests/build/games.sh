# games.sh - sourced by the tests of this folder: a file of games to count
#
# games COUNT FILE - so many copies of 100 kB of real games, or status 77

games() {
    local from=${TABIA_SHARED:-none}/data/pgn/twic1599_100k.pgn i
    if [ ! -f "$from" ]; then
        echo "skipped: there are no games to count" >&2
        exit 77
    fi
    for ((i = 0; i < $1; i++)); do
        cat "$from"
        printf '\n\n'
    done >"$2"
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
