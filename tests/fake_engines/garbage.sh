#!/usr/bin/env bash
# mixes nonsense with its answers
. "${0%/*}/common.sh"
answer() {
    head -c 3000 /dev/urandom
    echo
    echo "info score cp"
    echo "info score cp 12x"
    echo "info score cp 99999999999999999999"
    echo "info score mate"
    echo "bestmovement"
    good_answer "$1"
    echo "bestmove h1h8"
}
answer=answer
serve
