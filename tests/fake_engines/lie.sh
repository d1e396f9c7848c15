#!/usr/bin/env bash
# plays a move that is not legal
. "${0%/*}/common.sh"
answer() { echo "info depth 9 score cp 5"; echo "bestmove e1e8"; }
answer=answer
serve
