#!/usr/bin/env bash
# thinks until it is stopped, a little deeper every 20 ms up to depth 12; what
# it says depends on the position only. $FAKE_STATE/heard gets what it is told.
. "${0%/*}/common.sh"

# Five moves, legal in the openings of the tests.
moves_of() {
    case $1 in
    */PPPPPPPP/*" w "*) echo e2e4 d2d4 g1f3 c2c4 b1c3 ;;
    rnbqkbnr/pppppppp/*" b "*) echo e7e5 c7c5 d7d5 g8f6 b8c6 ;;
    *" w "*) echo a2a3 h2h3 a2a4 h2h4 g2g3 ;;
    *) echo a7a6 h7h6 a7a5 h7h5 g7g6 ;;
    esac
}
reply_of() { case $1 in *" w "*) echo a7a6 ;; *) echo a2a3 ;; esac; }

think() { # deeper by one; says it all at once
    local k=0 move all=
    depth=$((depth + 1))
    for move in $(moves_of "$fen"); do
        k=$((k + 1))
        [ "$k" -le "$lines" ] || break
        all+="info depth $depth seldepth 20 multipv $k score cp "
        all+="$((60 - 20 * k + depth)) nodes $((depth * 1000)) nps 50000 "
        all+="time 20 pv $move $(reply_of "$fen")"$'\n'
    done
    printf '%s' "$all"
}

hear() { # LINE
    [ -z "${FAKE_STATE-}" ] || echo "$1" >>"$FAKE_STATE/heard"
    case $1 in
    uci) greet ;;
    isready) echo readyok ;;
    "setoption name MultiPV value "*) lines=${1##* } ;;
    position*) fen=${1#position fen } ;;
    go*) searches=1 depth=0 ;;
    stop)
        read -r move _ <<<"$(moves_of "$fen")"
        [ -z "$searches" ] || echo "bestmove $move"
        searches=
        ;;
    quit) exit 0 ;;
    esac
}

fen='' lines=1 depth=0 searches='' line=''
while :; do
    IFS= read -r -t 0.02 part
    status=$?
    line+=$part # perhaps not all of it yet
    if [ $status = 0 ]; then
        hear "$line"
        line=
    elif [ $status -le 128 ]; then
        exit 0 # nobody is there any more
    elif [ -n "$searches" ] && [ "$depth" -lt 12 ]; then
        think
    fi
done
