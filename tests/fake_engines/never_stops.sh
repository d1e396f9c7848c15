#!/usr/bin/env bash
# thinks, and does not listen any more
. "${0%/*}/common.sh"
answer() {
    echo "info depth 3 multipv 1 score cp 7 nodes 9 pv $(first_move "$1")"
    while :; do :; done
}
answer=answer
serve
