#!/usr/bin/env bash
# dies at the second search of its life, once
. "${0%/*}/common.sh"
answer() {
    n=$(($(cat "$FAKE_STATE/n" 2>/dev/null || echo 0) + 1))
    echo "$n" >"$FAKE_STATE/n"
    [ "$n" != 2 ] || exit 1
    good_answer "$1"
}
answer=answer
serve
