#!/usr/bin/env bash
# sees one good move in every position, but only when asked for two
. "${0%/*}/common.sh"

lines=1

# The steps of pawns that have not moved yet, of one side: "a2a3 c2c3 ...".
steps() { # FEN SIDE
    local rank=2 to=3 pawn=P row i file
    [ "$2" = w ] || rank=7 to=6 pawn=p
    row=$(echo "${1%% *}" | cut -d/ -f$((9 - rank)) |
        sed 's/2/11/g; s/3/111/g; s/4/1111/g; s/5/11111/g; s/6/111111/g')
    for i in 0 7 1 6; do
        file=${row:i:1}
        [ "$file" != "$pawn" ] || printf '%s%d%s%d ' \
            "${files:i:1}" $rank "${files:i:1}" $to
    done
}
files=abcdefgh

answer_lines() {
    local side=w other=b first second reply
    case $1 in *" b "*) side=b other=w ;; esac
    read -r first second _ <<<"$(steps "$1" $side)"
    read -r _ _ reply _ <<<"$(steps "$1" $other)"
    if [ "$lines" = 2 ]; then
        echo "info depth 9 multipv 1 score cp 300 pv $first $reply"
        echo "info depth 9 multipv 2 score cp ${FAKE_SECOND:-20} pv $second"
    else
        echo "info depth 9 score cp 0 pv $first"
    fi
    echo "bestmove $first"
}

while read -r word rest; do
    case $word in
    uci) greet ;;
    setoption) [ "${rest% *}" != "name MultiPV value" ] || lines=${rest##* } ;;
    isready) echo readyok ;;
    position) fen=${rest#fen } ;;
    go) # dies after FAKE_GOES searches of all its runs
        if [ "${FAKE_GOES-}" ]; then
            echo >>"$FAKE_STATE/goes"
            [ "$(wc -l <"$FAKE_STATE/goes")" -le "$FAKE_GOES" ] || exit 1
        fi
        answer_lines "$fen" ;;
    quit) exit 0 ;;
    esac
done
