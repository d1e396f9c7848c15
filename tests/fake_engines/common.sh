# common.sh - the part of a UCI engine that all fakes share
#
# A fake sets 'answer' to a function that is called with every "go", and may
# redefine 'greet'. The state of a run can be kept in files of $FAKE_STATE.

greet() { echo "id name Fake"; echo "uciok"; }

# Depends only on the position, so that values can be compared.
score_of() {
    local sum
    sum=$(printf '%s' "$1" | cksum)
    echo $((${sum%% *} % 200))
}

first_move() { # of either side, legal in most openings
    case $1 in *" w "*) echo a2a3 ;; *) echo a7a6 ;; esac
}

good_answer() {
    echo "info depth 1 score cp 1 pv $(first_move "$1")"
    echo "info depth 9 multipv 2 score cp 999"
    echo "info depth 9 score cp 777 lowerbound"
    echo "info depth 9 score cp $(score_of "$1") nodes 5 pv a2a3 score cp 9"
    echo "bestmove $(first_move "$1") ponder a7a6"
}

serve() {
    local fen=
    while read -r word rest; do
        case $word in
        uci) greet ;;
        isready) echo readyok ;;
        position) fen=${rest#fen } ;;
        go) $answer "$fen" ;;
        quit) exit 0 ;;
        esac
    done
}
