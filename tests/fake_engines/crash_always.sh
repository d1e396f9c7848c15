#!/usr/bin/env bash
# dies at the third search and at every one after it
. "${0%/*}/common.sh"
answer() {
    n=$(($(cat "$FAKE_STATE/n" 2>/dev/null || echo 0) + 1))
    echo "$n" >"$FAKE_STATE/n"
    [ "$n" -lt 3 ] || exit 1
    good_answer "$1"
}
answer=answer
serve
